import { secondFolderText } from '#operations/backup/shared/second-folder-words.ts'
import { formatBytes, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { typed } from '#base/i18n/typed.ts'
import { concernText } from '#operations/settings/shared/concern-text.ts'
import type { Finding, FindingCode, FindingValues } from './health.schema.ts'

type InstantText = (iso: string) => string

const sized = (free: number, folder: string) => ({ free: formatBytes(free), folder: typed(folder) })
const aged = (path: string, days: number) => ({ path: typed(path), count: days, shown: formatNumber(days) })

const UNUSED: Record<FindingValues<'replica_unused'>['why'], () => string> = {
  unknown: m.health_replica_unknown,
  silent: m.health_replica_silent,
  not_standby: m.health_replica_not_standby,
  other_database: m.health_replica_other_database,
  other_timeline: m.health_replica_other_timeline,
  behind: m.health_replica_behind,
}

function tablesText({ indexes, isSearched, isSummed }: FindingValues<'tables'>): string {
  const words = { indexes: formatNumber(indexes) }
  if (isSearched) return isSummed ? m.health_tables_summed(words) : m.health_tables(words)
  return isSummed ? m.health_tables_unsearched_summed(words) : m.health_tables_unsearched(words)
}

function standbysText({ at, count, synchronous }: FindingValues<'standbys'>): string {
  const words = { at: typed(at), count, shown: formatNumber(count) }
  return synchronous > 0 ? m.health_standbys_waited(words) : m.health_standbys(words)
}

const TEXTS: { [Code in FindingCode]: (values: FindingValues<Code>, instant: InstantText) => string } = {
  settings: ({ names }) => (names === '' ? m.health_settings_default() : m.health_settings({ names: typed(names) })),
  concern: concernText,
  folder_missing: ({ folder }) => m.health_folder_missing({ folder: typed(folder) }),
  folder_closed: ({ folder }) => m.health_folder_closed({ folder: typed(folder) }),
  folder_open: ({ path }) => m.health_folder_open({ path: typed(path) }),
  folders: ({ folder }) => m.health_folders({ folder: typed(folder) }),
  disk_unknown: ({ folder }) => m.health_disk_unknown({ folder: typed(folder) }),
  disk: ({ free, folder }) => m.health_disk(sized(free, folder)),
  disk_low: ({ free, folder }) => m.health_disk_low(sized(free, folder)),
  disk_full: ({ free, folder }) => m.health_disk_full(sized(free, folder)),
  backups_none: ({ command }) => m.health_backups_none({ command: typed(command) }),
  backups: ({ path, days }) =>
    days === 0 ? m.health_backups_today({ path: typed(path) }) : m.health_backups(aged(path, days)),
  backups_old: ({ path, days }) => m.health_backups_old(aged(path, days)),
  backups_future: ({ path, at }, instant) => m.health_backups_future({ path: typed(path), at: instant(at) }),
  second_folder: ({ newestAt, ...rest }, instant) => {
    const folder = { ...rest, newestAt: newestAt === null ? null : new Date(newestAt) }
    return m.health_second_folder({ text: secondFolderText(folder, (at) => instant(at.toISOString())) })
  },
  version: () => m.health_version(),
  version_newer: ({ command }) => m.health_version_newer({ command: typed(command) }),
  version_empty: () => m.health_version_empty(),
  version_older: ({ names }) => m.health_version_older({ names: typed(names) }),
  clock: ({ at }, instant) => m.health_clock({ at: instant(at) }),
  clock_apart: ({ seconds }) => m.health_clock_apart({ seconds: formatNumber(seconds) }),
  clock_behind: ({ here, last }, instant) => m.health_clock_behind({ here: instant(here), last: instant(last) }),
  clock_doubted: ({ why, here, last }, instant) =>
    (why === 'back' ? m.health_clock_back : m.health_clock_gap)({ here: instant(here), last: instant(last) }),
  tables: tablesText,
  tables_damaged: ({ what }) => m.health_tables_damaged({ what: typed(what) }),
  tables_forbidden: () => m.health_tables_forbidden(),
  tables_slow: ({ seconds, command }) =>
    m.health_tables_slow({ seconds: formatNumber(seconds), command: typed(command) }),
  indexes_unfinished: ({ names }) => m.health_indexes_unfinished({ names: typed(names) }),
  replica: ({ behind }) => m.health_replica({ behind: formatNumber(behind) }),
  replica_unused: ({ why }) => m.health_replica_unused({ why: UNUSED[why]() }),
  standbys: standbysText,
  standbys_none: ({ at }) => m.health_standbys_none({ at: typed(at) }),
  database_read_only: ({ at }) => m.health_database_read_only({ at: typed(at) }),
  database: ({ bytes, version }) => m.health_database({ size: formatBytes(bytes), version: typed(version) }),
  database_failed: ({ reason }) => m.health_database_failed({ reason: typed(reason) }),
  mail_reached: ({ server }) => m.health_mail_reached({ server: typed(server) }),
  mail_unreached: ({ server, reason }) => m.health_mail_unreached({ server: typed(server), reason: typed(reason) }),
  mails: ({ sent }) => m.health_mails({ sent: formatNumber(sent) }),
  mails_some: ({ failed, all }) => m.health_mails_some({ failed: formatNumber(failed), all: formatNumber(all) }),
  mails_failing: ({ failed, all, at }, instant) =>
    m.health_mails_failing({ failed: formatNumber(failed), all: formatNumber(all), at: instant(at) }),
}

/** The sentence of a finding in the page's language; `instant` words an ISO time, which is left as it is without. */
export const findingText = <Code extends FindingCode>(
  { code, values }: Finding<Code>,
  instant: InstantText = (iso) => iso,
): string => TEXTS[code](values, instant)
