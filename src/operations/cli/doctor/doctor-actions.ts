import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { withOwnClient } from '#base/db/connection/own-client.server.ts'
import { reachDatabase } from '#base/db/connection/open.server.ts'
import { librarySettingsOf } from '#base/db/library-settings.server.ts'
import { databaseEnv } from '#base/env/database-env.server.ts'
import { env } from '#base/env/env.server.ts'
import { EnvError } from '#base/env/read-env.server.ts'
import {
  checkBelief,
  checkClock,
  checkSecondFolder,
  checkIndexes,
  checkMigrations,
  checkReplica,
  checkStandbys,
  checkTables,
} from '#operations/health/check-database.server.ts'
import { checkBackups, checkDisk, checkFolders, checkSettings } from '#operations/health/check-machine.server.ts'
import { findingText } from '#operations/health/finding-text.ts'
import type { Finding } from '#operations/health/health.schema.ts'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { errorLine } from '../failure.ts'
import { sendTestMail } from './doctor-mail.ts'

/** What a line begins with. */
const STATES = { good: 'ok', warning: 'warning', fault: 'problem' } as const

/** Prints a line for each finding. Returns the exit code. */
export async function examine(mail: string | boolean): Promise<number> {
  let isWell = true
  const print = (state: Finding['state'], text: string) => {
    if (state === 'fault') isWell = false
    process.stdout.write(`${STATES[state].padEnd(7)}  ${text}\n`)
  }
  const say = (finding: Finding) => print(finding.state, findingText(finding))
  await withLocale('en', async () => {
    const wrong = wrongSettings()
    wrong.forEach((line) => print('fault', line))
    if (wrong.length > 0) return
    const ofDatabase: (() => void)[] = []
    // First, since the library has settings too.
    await examineDatabase(
      (finding) => ofDatabase.push(() => say(finding)),
      (state, text) => ofDatabase.push(() => print(state, text)),
    )
    checkSettings(env()).forEach(say)
    const { dataDir, isBackedUpNightly } = env()
    for (const finding of await checkFolders(dataDir)) say(finding)
    say(await checkDisk(dataDir))
    ofDatabase.forEach((tell) => tell())
    say(await checkBackups(dataDir, isBackedUpNightly))
    if (mail === false) return
    const { state, text } = await sendTestMail(typeof mail === 'string' ? mail : undefined)
    print(state, text)
  })
  return isWell ? 0 : 1
}

/** A line for each setting that is wrong. */
function wrongSettings(): string[] {
  try {
    env()
    return []
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    return error.message.split('\n')
  }
}

async function examineDatabase(
  say: (finding: Finding) => void,
  print: (state: Finding['state'], text: string) => void,
): Promise<void> {
  const settings = databaseEnv()
  const isMade = ['postgres', 'postgres.place'].some((name) => existsSync(join(settings.dataDir, name)))
  // Opening the database would make one where there is none.
  if (settings.databaseUrl === undefined && !isMade)
    return print('warning', `Database: there is none in ${settings.dataDir}; the first start makes it`)
  try {
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const { connection, admin = connection, release } = await reachDatabase(settings, quiet)
    try {
      await withOwnClient(connection, 'maktaba open', async (client) => {
        const version = await checkMigrations(client, settings.dataDir)
        say(version)
        if (version.state === 'good') await librarySettingsOf(client)
        if (version.state === 'good')
          for (const finding of [...(await checkSecondFolder(client)), ...(await checkBelief(client))]) say(finding)
        say(await checkClock(client))
        for (const finding of await checkIndexes(client)) say(finding)
        for (const finding of await checkStandbys(client, settings.replicaUrl !== undefined)) say(finding)
      })
      say(await withOwnClient(admin, 'maktaba open', (client) => checkTables(client)))
      if (settings.replicaUrl !== undefined)
        say(await checkReplica(connection, { connectionString: settings.replicaUrl }))
    } finally {
      await release()
    }
  } catch (error) {
    say({ code: 'database_failed', state: 'fault', values: { reason: errorLine(error) } })
  }
}
