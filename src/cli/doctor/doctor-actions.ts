import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { withOwnClient } from '#db/connection/own-client.server.ts'
import { reachDatabase } from '#db/connection/open.server.ts'
import { databaseEnv } from '#env/database-env.server.ts'
import { env } from '#env/env.server.ts'
import { withLocale } from '#i18n/request-locale.server.ts'
import { checkClock, checkMigrations, checkReplica, checkTables } from './doctor-database.ts'
import { problem, warning, type Finding } from './doctor-finding.ts'
import { checkBackups, checkDisk, checkFolders, checkMail, checkSettings } from './doctor-machine.ts'
import { errorLine } from '../failure.ts'

/** Prints a line for each finding. Returns the exit code. */
export async function examine(mail: string | boolean): Promise<number> {
  let isWell = true
  const say = (finding: Finding) => {
    if (finding.state === 'problem') isWell = false
    process.stdout.write(`${finding.state.padEnd(7)}  ${finding.text}\n`)
  }
  await withLocale('en', async () => {
    const settings = checkSettings()
    settings.forEach(say)
    if (settings.some(({ state }) => state === 'problem')) return
    const { dataDir, isBackedUpNightly } = env()
    for (const finding of await checkFolders(dataDir)) say(finding)
    say(await checkDisk(dataDir))
    await examineDatabase(say)
    say(await checkBackups(dataDir, isBackedUpNightly))
    if (mail !== false) say(await checkMail(typeof mail === 'string' ? mail : undefined))
  })
  return isWell ? 0 : 1
}

async function examineDatabase(say: (finding: Finding) => void): Promise<void> {
  const settings = databaseEnv()
  const isMade = ['postgres', 'postgres.place'].some((name) => existsSync(join(settings.dataDir, name)))
  // Opening it would make one.
  if (settings.databaseUrl === undefined && !isMade)
    return say(warning(`Database: there is none in ${settings.dataDir}; the first start makes it`))
  try {
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const { connection, admin = connection, release } = await reachDatabase(settings, quiet)
    try {
      await withOwnClient(connection, 'maktaba open', async (client) => {
        say(await checkMigrations(client, settings.dataDir))
        say(await checkClock(client))
      })
      say(await withOwnClient(admin, 'maktaba open', checkTables))
      if (settings.replicaUrl !== undefined)
        say(await checkReplica(connection, { connectionString: settings.replicaUrl }))
    } finally {
      await release()
    }
  } catch (error) {
    say(problem(`Database: ${errorLine(error)}`))
  }
}
