import { type Answer, medians, ms, ratio, seconds, warmUpSeconds, whole } from "./figures.ts"
import { type House, type Service, serve } from "./house.ts"
import { inTurn } from "./measure.ts"
import { load, type Work } from "./tools.ts"

const apiKey = "csdemo_only-for-benches"
const env = { DEMO_INTEGRATION_KEYS: apiKey, TRUST_PROXY: "true" }

/** How much of what Fastify can do is left once the public questions are really answered, each about another amount? */
export async function rates(house: House): Promise<Answer> {
  const [fx, financing] = await answersOf(house)
  const bareWith = (what: Work, BENCH_BODY: string) => () => underLoad(what, () => serve("bare.ts", { BENCH_BODY }))
  const ours = (what: Work) => () => underLoad(what, () => house.serve("all", env))
  const samples = await inTurn({
    bareFx: bareWith("fx", fx),
    fx: ours("fx"),
    bareFinancing: bareWith("financing", financing),
    financing: ours("financing"),
  })
  const pairs = [
    { name: "/demo/fx-rates", bare: medians(samples.bareFx), service: medians(samples.fx) },
    { name: "/demo/financing-rates", bare: medians(samples.bareFinancing), service: medians(samples.financing) },
  ]
  return {
    title: "The public rates, 64 clients",
    columns: ["", "a second", "p50 ms", "p99 ms", "of bare Fastify"],
    rows: pairs.flatMap(({ name, bare, service }) => [
      [`bare Fastify, an answer as long as that of ${name}`, whole(bare.perSecond), ms(bare.p50), ms(bare.p99), "1"],
      [name, whole(service.perSecond), ms(service.p50), ms(service.p99), ratio(service.perSecond / bare.perSecond)],
    ]),
    holds: pairs.every(({ bare, service }) => service.perSecond / bare.perSecond >= 0.5),
    note: "At least 0.5 of bare Fastify is asked for.",
  }
}

async function answersOf(house: House): Promise<[string, string]> {
  const running = await house.serve("all", env)
  const ask = async (path: string) => (await fetch(running.address + path, { headers: { authorization: `ApiKey ${apiKey}` } })).text()
  const fx = await ask("/demo/fx-rates?sourceAmount=500000&sourceCurrency=EUR&targetCountry=BR&targetCurrency=BRL")
  const financing = await ask("/demo/financing-rates?amount=500000&currency=BRL&gateway=simulator&method=card")
  await running.stop()
  return [fx, financing]
}

async function underLoad(what: Work, start: () => Promise<Service>) {
  const running = await start()
  try {
    await load(running.address, { apiKey, tenantId: "" }, what, warmUpSeconds)
    return await load(running.address, { apiKey, tenantId: "" }, what, seconds)
  } finally {
    await running.stop()
  }
}
