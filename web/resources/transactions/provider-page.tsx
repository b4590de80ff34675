import { useQuery } from "@tanstack/react-query"
import { ExternalLink } from "lucide-react"
import { call } from "../../client.ts"
import { t } from "../../lib/translate.ts"

/** A link to the page of the provider, where it has one. */
export function ProviderPage({ transaction }: { transaction: string }) {
  const page = useQuery({
    queryKey: ["transactions", "provider page", transaction],
    queryFn: () => call("GET /v1/transactions/{id}/gateway-page", {}, { path: { id: transaction } }),
    staleTime: 60_000,
  })
  const url = page.data?.url
  if (!url) return <span className="text-fg-3">–</span>
  return (
    <a href={url} target="_blank" rel="noreferrer" className="inline-flex items-center gap-1 hover:underline">
      {t`Open its page`} <ExternalLink className="size-3 text-fg-3" aria-hidden />
    </a>
  )
}
