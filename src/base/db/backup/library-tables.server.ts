import { escapeIdentifier, type ClientBase } from 'pg'
import { knownMigrations, migrationState } from '../migration/migrations.server.ts'

/**
 * Tables whose rows are in no backup: who is signed in, codes, limits, what waits for an undo, and answers kept for a
 * repeated request, here or of another catalogue. After a restore everybody signs in again.
 */
const OMITTED: ReadonlySet<string> = new Set([
  'session',
  'banned_session',
  'sign_in_notice',
  'verification',
  'verification_code',
  // Cards that were used after the backup would work again.
  'sign_in_card',
  // Devices that were opened before would lend in the restored library.
  'self_service_corner',
  // Former name of `verification_code`, in old backups.
  'proof',
  'limit_hit',
  'desk_act',
  'idempotency_key',
  'lookup_answer',
  'lookup_source',
  'library_setting_change',
])

export interface LibraryTable {
  name: string
  /** The columns but for generated ones. */
  columns: string[]
  /** Sequences of its identity columns, by column. */
  sequences: Record<string, string>
  /** SQL by which the rows are ordered, the same on every server. */
  order: string
  isOmitted: boolean
}

const TABLES = `
  select c.relname::text as name,
    array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
    coalesce(jsonb_object_agg(a.attname, pg_get_serial_sequence(quote_ident(c.relname), a.attname))
      filter (where a.attidentity <> ''), '{}') as sequences,
    string_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end, ', ' order by a.attnum)
      filter (where k.conkey is null or a.attnum = any (k.conkey)) as "order"
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
  group by c.relname order by c.relname`

// Functions in SQL depend on the tables that they read, and then the tables cannot go first.
const FUNCTIONS = `
  with recursive reading as (
    select objid from pg_depend left join pg_type t on refclassid = 'pg_type'::regclass and t.oid = refobjid
    where classid = 'pg_proc'::regclass
      and (refclassid = 'pg_class'::regclass and refobjid = any ($1::regclass[]) or t.typrelid = any ($1::regclass[]))
    union
    select d.objid from pg_depend d join reading on d.refclassid = 'pg_proc'::regclass and d.refobjid = reading.objid
    where d.classid = 'pg_proc'::regclass
  )
  select p.proname::text as name, p.oid::regprocedure::text as signature, p.oid in (select objid from reading) as "isReader"
  from pg_proc p where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')`

const CREATED = {
  table: /(?:CREATE TABLE (?:IF NOT EXISTS )?|ALTER TABLE "?\w+"? RENAME TO )(?:public\.)?"?(\w+)/gi,
  function: /CREATE (?:OR REPLACE )?FUNCTION (?:public\.)?"?(\w+)/gi,
}
type Kind = keyof typeof CREATED

/** What the migrations of this version create, or created once. */
function createdNames(kind: Kind): ReadonlySet<string> {
  const statements = knownMigrations().flatMap(({ sql }) => sql)
  return new Set(statements.flatMap((text) => [...text.matchAll(CREATED[kind])].map(([, name = '']) => name)))
}

/**
 * The tables of the library, by name. Others in the same database are not ours and stay out of backups, unless a newer
 * version has migrated the database: then all are taken for its own.
 */
export async function libraryTables(client: ClientBase): Promise<LibraryTable[]> {
  const isOurs = await ownership(client, 'table')
  const { rows } = await client.query<Omit<LibraryTable, 'isOmitted'>>(TABLES)
  return rows.filter(({ name }) => isOurs(name)).map((table) => ({ ...table, isOmitted: OMITTED.has(table.name) }))
}

async function ownership(client: ClientBase, kind: Kind): Promise<(name: string) => boolean> {
  if ((await migrationState(client)).isNewer) return () => true
  const created = createdNames(kind)
  return (name) => created.has(name)
}

/** Removes the tables and functions of the library. Fails if something else in the database depends on them. */
export async function dropLibrary(client: ClientBase): Promise<void> {
  const tables = await libraryTables(client)
  const isOurs = await ownership(client, 'function')
  const { rows } = await client.query<{ name: string; signature: string; isReader: boolean }>(FUNCTIONS, [
    tables.map(({ name }) => `public.${escapeIdentifier(name)}`),
  ])
  const functions = rows.filter(({ name }) => isOurs(name))
  const signatures = (isReader: boolean) =>
    functions.filter((found) => found.isReader === isReader).map(({ signature }) => signature)
  const drop = (kind: Kind, names: readonly string[]) =>
    names.length > 0 && client.query(`drop ${kind} ${names.join(', ')} restrict`)
  await drop('function', signatures(true))
  await drop(
    'table',
    tables.map(({ name }) => escapeIdentifier(name)),
  )
  await drop('function', signatures(false))
  await client.query('drop schema if exists drizzle cascade')
}

/** Whether there are users or books of the library's own; those of the sample catalogue do not count. */
export async function hasLibrary(client: ClientBase): Promise<boolean> {
  const names = new Set((await libraryTables(client)).map(({ name }) => name))
  const samples = names.has('sample_book') ? 'where version > 1 or id not in (select book_id from sample_book)' : ''
  const checks = [
    ['user', 'select from "user"'],
    ['book', `select from book ${samples}`],
    ['deleted_book', 'select from deleted_book'],
  ]
  for (const [table = '', query = ''] of checks) {
    if (names.has(table) && (await client.query(`${query} limit 1`)).rowCount) return true
  }
  return false
}

/** The SQL that reads the rows of a table in an order that is the same on every server. */
export const copyOut = ({ name, columns, order }: LibraryTable): string =>
  `copy (select ${columns.map(escapeIdentifier).join(', ')} from ${escapeIdentifier(name)} order by ${order}) to stdout`

/** Settings under which the same rows give the same text. */
export const TEXT_SETTINGS = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local bytea_output = 'hex';
  set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local client_encoding = 'UTF8';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`
