import { randomBytes } from "node:crypto"
import pg from "pg"

/** Creates a database with all migrations, or an empty one. */
export async function cloneTemplate({ empty = false } = {}): Promise<string> {
  const template = process.env["TEST_DATABASE_URL"]
  if (!template) throw new Error("Run tests with `npm test`, which starts the database they need.")
  const name = `test_${randomBytes(6).toString("hex")}`
  const client = new pg.Client({ connectionString: template.replace("countersign_template", "postgres") })
  await client.connect()
  await client.query(`create database ${name} template ${empty ? "template1" : "countersign_template"} strategy file_copy`)
  await client.end()
  return template.replace("countersign_template", name)
}
