import { FileText } from "lucide-react"

/** Opens the PDF of an object. The first request makes it. */
export const DocumentLink = ({ path, label }: { path: string; label: string }) => (
  <a href={`/v1/${path}`} target="_blank" rel="noreferrer" className="inline-flex items-center gap-1 underline underline-offset-2">
    <FileText className="size-3.5" aria-hidden /> {label}
  </a>
)
