import type { Random } from "./demo-random.ts"

/** A school of languages. */
export const business = { name: "Countersign Languages", branding: { colour: "#1d6f5c", supportEmail: "office@example.com" } }

/** It is in eight cities, each with its currency. `unit` is about a euro in its minor unit. */
export const cities = [
  { city: "São Paulo", currency: "BRL", country: "BR", unit: 600 },
  { city: "Berlin", currency: "EUR", country: "DE", unit: 100 },
  { city: "London", currency: "GBP", country: "GB", unit: 85 },
  { city: "Boston", currency: "USD", country: "US", unit: 110 },
  { city: "Mexico City", currency: "MXN", country: "MX", unit: 2000 },
  { city: "Toronto", currency: "CAD", country: "CA", unit: 150 },
  { city: "Sydney", currency: "AUD", country: "AU", unit: 165 },
  { city: "Tokyo", currency: "JPY", country: "JP", unit: 160 },
] as const
export type City = (typeof cities)[number]

/** What each city sells, by its price in units. The last two are supplied by partners. */
export const courses = [
  { name: "Intensive course, 4 weeks", category: "tuition", price: 980 },
  { name: "Evening course, 10 evenings", category: "tuition", price: 420 },
  { name: "Exam preparation and official examination fee", category: "exams", price: 365 },
  { name: "Accommodation with a host family, half board", category: "accommodation", price: 720, supplier: "hosts" },
  { name: "Health insurance for international students", category: "insurance", price: 85, supplier: "insurer" },
] as const

export const serviceName = (course: { name: string }, { city }: City) => `${course.name} (${city})`
export const priceOf = (units: number, { unit }: City) => units * unit
export const hostsCode = ({ country }: City) => `HOSTS-${country}`

export const insurer = { name: "Sichere Reise Versicherungsgesellschaft auf Gegenseitigkeit", code: "SICHERE-REISE" }
export const agents = [
  { name: "Wanderlust Education Counsellors Pvt. Ltd.", code: "WANDERLUST", country: "IN" },
  { name: "Intercâmbio Sem Fronteiras", code: "SEM-FRONTEIRAS", country: "BR" },
  { name: "Студенческий Компас", code: "KOMPAS", country: "KZ" },
] as const

const firstNames = [
  "Ana",
  "João Pedro",
  "Maximiliane",
  "Zoë",
  "Nguyễn Thị Minh",
  "Oluwaseun",
  "Siobhán",
  "Krzysztof",
  "Aiko",
  "Fernanda",
  "Jean-Baptiste",
  "İbrahim",
  "Kateryna",
  "Mohammed Abdulrahman",
  "Þórunn",
  "Li Na",
  "Guadalupe",
  "Anneliese",
  "Bongani",
  "Chloé",
]
const lastNames = [
  "Souza",
  "de Albuquerque Cavalcanti e Vasconcelos",
  "Müller-Łukasiewicz",
  "O'Sullivan",
  "Khai",
  "Adébáyò-Ogunbanjo",
  "van den Heuvel",
  "Wiśniewski",
  "山田",
  "García Hernández",
  "Lefèvre",
  "Yılmaz",
  "Shevchenko",
  "Al-Rashid",
  "Guðmundsdóttir",
  "Wang",
  "Featherstonehaugh-Cholmondeley",
  "Schwarzenbach",
  "Nkosi",
  "Bélanger",
]

/** The nth customer of the year. */
export function customerOf(random: Random, n: number) {
  const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)]
  const address = `${firstName}.${lastName}`
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z.]+/g, "")
    .replace(/^\.+|\.+$/g, "")
    .slice(0, 40)
  return { email: `${address || "customer"}.${n}@example.com`, profile: { firstName, lastName } }
}

export const refundReasons = ["Visa was refused", "Course was moved to another week", "Booked twice", "Illness, with a certificate"]
export const disputeReasons = ["fraudulent", "service not received", "duplicate"]
