import { z } from "zod"

/** Undefined: the value goes through as it is. */
export type Sieve = ((value: unknown) => unknown) | undefined

/** What is one value, with nothing in it that a schema could leave out. */
const plain = new Set(["string", "number", "boolean", "enum", "literal", "null", "unknown", "any"])

/**
 * Lets through what the schema names, at any depth, and nothing else. Parsing does that too and also looks at every value, which took
 * a tenth of a read: what the house made itself is looked at by the tests.
 */
export function sieveOf(schema: z.core.$ZodType): Sieve {
  if (plain.has(schema._zod.def.type)) return undefined
  if (schema instanceof z.ZodObject) return objectSieve(schema)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const inner = sieveOf(schema.unwrap())
    return inner && (value => (value === null || value === undefined ? value : inner(value)))
  }
  if (schema instanceof z.ZodArray || schema instanceof z.ZodRecord) {
    const each = sieveOf(schema instanceof z.ZodArray ? schema.element : schema.valueType)
    if (!each) return undefined
    if (schema instanceof z.ZodArray) return values => (values as unknown[]).map(each)
    return values => Object.fromEntries(Object.entries(values as object).map(([name, value]) => [name, each(value)]))
  }
  return value => z.parse(schema, value)
}

/** Written out as one literal, `{ a: value.a, b: sieves[1](value.b) }`: made field by field, an object this size moves house nine times. */
function objectSieve({ shape }: z.ZodObject): Sieve {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name: JSON.stringify(name), sieve: sieveOf(schema) }))
  const literal = fields.map(({ name, sieve }, i) => {
    const given = `value[${name}]`
    return `${name}: ${sieve ? `sieves[${i}](${given})` : given}`
  })
  // oxlint-disable-next-line typescript/no-implied-eval
  const make = new Function("sieves", `return value => ({ ${literal.join(", ")} })`) as (sieves: Sieve[]) => Sieve
  return make(fields.map(({ sieve }) => sieve))
}
