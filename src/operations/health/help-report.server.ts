import { arch, cpus, freemem, release, totalmem, type } from 'node:os'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { env } from '#base/env/env.server.ts'
import { formatBytes } from '#base/i18n/format.ts'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { buildInfo } from '#base/lib/build-info.server.ts'
import { now } from '#base/lib/clock.ts'
import { recentLines } from '#base/lib/recent-log.server.ts'
import { readMailPassword } from '#base/mail/mail-password.server.ts'
import { listSettings } from '#operations/settings/shared/list-settings.server.ts'
import type { Setting } from '#operations/settings/settings-list.schema.ts'
import { examineLibrary } from './examine-library.server.ts'
import { findingText } from './finding-text.ts'
import { scrubberOf } from './scrub.server.ts'

/**
 * What a person who helps must know, as text in English: versions, settings, findings, and the last warnings of this
 * process. Without secrets, codes, and addresses of people; the lines of the log also without those of machines.
 */
export async function writeHelpReport(): Promise<string> {
  const { findings } = await examineLibrary()
  const settings = env()
  const scrub = scrubberOf(settings, await mailSecrets())
  return withLocale('en', () => {
    const rows = listSettings(settings).flatMap((group) => group.settings)
    const found = findings ?? []
    const lines = recentLines()
    return [
      `Maktaba: report for help, ${now().toISOString()}`,
      section('Versions', versions(found)),
      section(
        'What was found',
        found.map((one) => `${one.state.padEnd(7)}  ${scrub.people(findingText(one))}`),
      ),
      section('Settings of the server', rows.map(settingLine).map(scrub.people)),
      section(
        `Warnings and errors of this process, the last ${lines.length}`,
        lines.map((line) => logLines(line, scrub.line)),
      ),
    ].join('\n')
  })
}

/** What the library's own mail server is told to let it in, which its answers may repeat. */
async function mailSecrets(): Promise<string[]> {
  const { mailServer } = await librarySettings()
  if (!mailServer) return []
  const { user, password } = mailServer
  return [user, password, await readMailPassword(password).catch(() => '')]
}

const section = (title: string, lines: readonly string[]): string =>
  `\n${title}\n${'-'.repeat(title.length)}\n${lines.length === 0 ? '(none)' : lines.join('\n')}\n`

function versions(findings: NonNullable<Awaited<ReturnType<typeof examineLibrary>>['findings']>): string[] {
  const { release: build, commit, builtAt, source } = buildInfo()
  const database = findings.find((one) => one.code === 'database')
  return [
    `Maktaba ${build}, commit ${commit || 'unknown'}, built ${builtAt || 'never: it runs from its sources'}${source && `, of ${source.slice(0, 12)}`}`,
    `Node ${process.version}, running for ${Math.round(process.uptime())} s`,
    `PostgreSQL ${database?.code === 'database' ? database.values.version : 'unknown'}`,
    `${type()} ${release()}, ${arch()}, ${cpus().length} processors, memory ${formatBytes(totalmem())}, free ${formatBytes(freemem())}`,
  ]
}

const settingLine = ({ name, state, value, source }: Setting): string =>
  `${name} = ${value ?? `(${state})`}${source === 'default' ? '' : `  [${source}]`}`

/** What is taken over of a line of the log; all else, such as who asked and from where, is left out. */
const FIELDS = ['method', 'path', 'status', 'milliseconds', 'job', 'work', 'kind', 'kinds', 'code', 'signal'] as const
const ERROR_FIELDS = ['type', 'code', 'message', 'stack'] as const

const LEVELS = new Map([
  [40, 'warning'],
  [50, 'error'],
  [60, 'fatal'],
])

function logLines(line: string, scrub: (text: string) => string): string {
  const { time, level, msg, err, ...fields }: Record<string, unknown> = JSON.parse(line)
  const more = FIELDS.filter((field) => field in fields).map((field) => `${field}=${textOf(fields[field])}`)
  const head = [LEVELS.get(Number(level)) ?? textOf(level), textOf(msg), ...more].join(' ')
  const error = typeof err === 'object' && err !== null ? ERROR_FIELDS.map((field) => Reflect.get(err, field)) : []
  const rest = error
    .filter((value) => value !== undefined && value !== '')
    .flatMap((value) => textOf(value).split('\n'))
  return [`${new Date(Number(time)).toISOString()} ${scrub(head)}`, ...rest.map((text) => `    ${scrub(text)}`)].join(
    '\n',
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
