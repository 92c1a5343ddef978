import type { Connection } from './client.server.ts'

interface OpenedDatabase {
  connection: Connection
  /** Of the embedded database's superuser, who may create databases. */
  admin?: Connection | undefined
}

let opened: OpenedDatabase | undefined

/** Remembers how the open database is reached. */
export function rememberOpened(database: OpenedDatabase | undefined): void {
  opened = database
}

/** How the open database is reached, for work that needs a connection of its own. */
export function openedDatabase(): OpenedDatabase {
  if (!opened) throw new Error('The database is not open')
  return opened
}
