import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import { test } from "node:test"
import { firstDeclared } from "../src/kit/db/migrations.ts"
import { assertSafe, problemsOf } from "./migration-lint.ts"

const files = globSync("migrations/*.sql")
  .toSorted()
  .map(path => ({ name: basename(path), text: readFileSync(path, "utf8") }))

test("every new migration declares its kind, and does nothing that a process beside it would notice", () => {
  assert.ok(files.length > 50)
  let earlier = ""
  for (const { name, text } of files) {
    if (name >= firstDeclared) assertSafe(name, text, earlier)
    else assert.doesNotMatch(text, /^-- (expand|contract)\n/, `${name} comes before the kinds, so it is exclusive whatever it declares`)
    earlier += text
  }
})

const good = {
  "a table, with its index and its policies":
    "-- expand\n-- One row: a note.\ncreate table notes (\n  tenant_id text, id text, primary key (tenant_id, id)\n);\n" +
    "select protect('notes');\ncreate unique index notes_by_id on notes (id);",
  "a column": "-- expand\nalter table contacts add note text;",
  "a column with a constant default": "-- expand\nalter table contacts add column notes int not null default 0;",
  "a column with the time of the migration": "-- expand\nalter table contacts add noted_at timestamptz not null default now();",
  "a check of a new column that is not valid yet":
    "-- expand\nalter table contacts add note text;\n" +
    "alter table contacts add constraint contacts_note check (length(note) < 10) not valid;",
  "the validation of a check": "-- expand\nalter table contacts validate constraint contacts_note;",
  "a concurrent index": "-- expand\ncreate index concurrently if not exists contacts_by_note on contacts (tenant_id, note);",
  "a function whose body has semicolons, and its trigger":
    "-- expand\ncreate function copy() returns trigger language plpgsql as $$ begin new.a := 'x;'; return new; end $$;\n" +
    "create trigger copies before insert or update on contacts for each row execute function copy();",
  "rows of a new table": "-- expand\ncreate table plans (name text);\ninsert into plans (name) values ('free; of charge');",
  "a comment": "-- expand\ncomment on column contacts.note is 'drop table; is a comment here';",
  "the end of a column": "-- contract\nalter table contacts drop column note;",
  "the end of an index": "-- contract\ndrop index concurrently if exists contacts_by_note;",
  "a unique index in the end":
    "-- contract\ncreate unique index concurrently if not exists contacts_by_note on contacts (tenant_id, note);",
  "anything that declares that it needs the database alone": "-- exclusive\nupdate contacts set note = '';\ndrop table notes;",
}

for (const [what, text] of Object.entries(good))
  test(`a migration beside other processes may have ${what}`, () => assert.deepEqual(problemsOf(text, ""), []))

const bad: [what: string, text: string, problem: RegExp][] = [
  ["no kind", "alter table contacts add note text;", /declares no kind/],
  ["a kind that is not in the first line", "-- A note.\n-- expand\nalter table contacts add note text;", /declares no kind/],
  ["a dropped column", "-- expand\nalter table contacts drop column note;", /not known to be safe/],
  ["a dropped table", "-- expand\ndrop table notes;", /not known to be safe/],
  ["a dropped constraint", "-- expand\nalter table contacts drop constraint contacts_note;", /not known to be safe/],
  ["a new name of a column", "-- expand\nalter table contacts rename column note to remark;", /not known to be safe/],
  ["a new name of a table", "-- contract\nalter table contacts rename to people;", /not known to be safe/],
  ["another type", "-- expand\nalter table contacts alter column note type int using note::int;", /not known to be safe/],
  ["another type in the end", "-- contract\nalter table contacts alter note type varchar(10);", /not known to be safe/],
  ["not null for a column that is there", "-- expand\nalter table contacts alter column note set not null;", /not known to be safe/],
  ["not null without a valid check", "-- contract\nalter table contacts alter column note set not null;", /contacts_note_present/],
  ["a column that must be given", "-- expand\nalter table contacts add note text not null;", /give it a default/],
  ["a default of each row", "-- expand\nalter table contacts add key uuid default gen_random_uuid();", /may rewrite the table/],
  ["a column with a check", "-- expand\nalter table contacts add note text check (note <> '');", /not valid/],
  ["a column with a reference", "-- expand\nalter table contacts add plan text references plans (name);", /not valid/],
  ["a unique column", "-- expand\nalter table contacts add note text unique;", /needs an index/],
  ["a generated column", "-- expand\nalter table contacts add note text generated always as (id) stored;", /rewrites the table/],
  [
    "a check that is valid at once",
    "-- expand\nalter table contacts add note text;\nalter table contacts add constraint c check (note <> '');",
    /add it not valid/,
  ],
  [
    "a check of what earlier versions write",
    "-- expand\nalter table contacts add constraint c check (email <> '') not valid;",
    /may only check columns that it adds/,
  ],
  [
    "a check and its validation",
    "-- expand\nalter table contacts add note text;\nalter table contacts add constraint c check (note <> '') not valid;\n" +
      "alter table contacts validate constraint c;",
    /in a file of its own/,
  ],
  ["an index that blocks writes", "-- expand\ncreate index contacts_by_note on contacts (tenant_id, note);", /create it concurrently/],
  [
    "a concurrent index that can't be tried again",
    "-- expand\ncreate index concurrently contacts_by_note on contacts (note);",
    /not known to be safe/,
  ],
  [
    "a unique index that earlier versions may break",
    "-- expand\ncreate unique index concurrently if not exists n on contacts (note);",
    /not known to be safe/,
  ],
  [
    "a concurrent index beside another statement",
    "-- expand\nalter table contacts add note text;\ncreate index concurrently if not exists n on contacts (note);",
    /a file of its own/,
  ],
  [
    "two tables that are in use",
    "-- expand\nalter table contacts add note text;\nalter table partnerships add note text;",
    /one table in each file/,
  ],
  ["a change of rows", "-- expand\nupdate contacts set note = '' where note is null;", /not known to be safe/],
  ["rows of a table that is in use", "-- expand\ninsert into contacts (id) values ('1');", /written by a job/],
  ["rows that are copied", "-- expand\ncreate table notes (id text);\ninsert into notes select id from contacts;", /not known to be safe/],
  ["policies of a table that is in use", "-- expand\nselect protect('contacts');", /may hide its rows/],
  [
    "another body of a function",
    "-- expand\ncreate or replace function copy() returns void language sql as $$ select 1; $$;",
    /not known to be safe/,
  ],
  ["a block of code", "-- expand\ndo $$ begin execute 'drop table contacts'; end $$;", /not known to be safe/],
  [
    "a partition of a table that is in use",
    "-- expand\ncreate table d1 partition of deliveries for values from (1) to (2);",
    /not known to be safe/,
  ],
]

for (const [what, text, problem] of bad)
  test(`a migration beside other processes can't have ${what}`, () => assert.match(problemsOf(text, "").join("\n"), problem))

test("a column may become not null once earlier migrations have checked that it is", () => {
  const earlier =
    "alter table contacts add constraint contacts_note_present check (note is not null) not valid;\n" +
    "alter table contacts validate constraint contacts_note_present;\n"
  assert.deepEqual(problemsOf("-- contract\nalter table contacts alter column note set not null;", earlier), [])
})
