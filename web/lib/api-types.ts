import type { Api } from "../../src/app.ts"

/** Types of a resource from the routes of the API, so that a declaration with another name does not compile. */
type Route = keyof Api
type Answer<R> = R extends Route ? Api[R]["output"] : never
type ListRoute = { [R in Route]: Api[R]["output"] extends { data: readonly { _id: string }[] } ? R : never }[Route]

/** The path of a list, such as `payment-intents` of `GET /v1/payment-intents`. */
export type ResourceKey<R = ListRoute> = R extends `GET /v1/${infer K}` ? (K extends `${string}{${string}` ? never : K) : never

/** An object as its own route returns it, or as its list does if it has no route. */
export type RowOf<K extends ResourceKey> = `GET /v1/${K}/{id}` extends Route
  ? Answer<`GET /v1/${K}/{id}`>
  : Answer<`GET /v1/${K}`> extends { data: readonly (infer T)[] }
    ? T
    : never

/** Why an object is as it is. It is the same for all types. */
export type Explanation = Answer<"GET /v1/payouts/{id}/explain">

/** A filter of a list: `status`, `dueAt[gte]`. */
export type FilterOf<K extends ResourceKey> = `GET /v1/${K}` extends Route ? keyof Api[`GET /v1/${K}`]["input"] & string : never
/** Filters with their values. Metadata is left out: its keys are any text, so every name would be accepted. */
export type OneFilterOf<K extends ResourceKey, F extends string = Exclude<FilterOf<K>, `metadata[${string}]`>> = {
  [N in F]: Record<N, string>
}[F]

/** A verb of an object: `cancel` of `POST /v1/payment-intents/{id}/cancel`. */
export type ActionOf<K extends ResourceKey, R = Route> = R extends `POST /v1/${K}/{id}/${infer A}`
  ? A extends `${string}{${string}`
    ? never
    : A
  : never

/** What a create takes: `email`, `profile.firstName`. */
export type InputOf<K extends ResourceKey> = `POST /v1/${K}/create` extends Route
  ? PathIn<Named<Api[`POST /v1/${K}/create`]["input"]>>
  : never
/** The fields of a request that its schema names: as an operation has it, any other name is one, too. */
type Named<T> = { [F in keyof T as string extends F ? never : F]: T[F] }

/** A field of an object, or of an object in it: `links.long`. */
export type PathIn<T> = { [F in keyof T & string]-?: F | `${F}.${FieldsIn<NonNullable<T[F]>>}` }[keyof T & string]
type FieldsIn<T> = T extends readonly unknown[] ? never : T extends object ? keyof T & string : never
