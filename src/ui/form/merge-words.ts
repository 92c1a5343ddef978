import { formatTimeAgo } from '#i18n/format.ts'
import { getLocale } from '#i18n/locale.ts'
import { m } from '#i18n/paraglide/messages.js'
import type { LastChange } from '#errors/app-error.ts'
import { now } from '#lib/clock.ts'
import { toast } from '#ui/toast.ts'

type Changes = Record<string, LastChange>

/** Milliseconds: a sentence with names takes longer to read than "saved". */
const READING_TIME = 8000

/** By whom a field was changed: a name, the reader of these words in another tab, or somebody whose name is not known. */
function personWord(change: LastChange | undefined, me: string | undefined): string {
  if (!change) return m.conflict_someone()
  const { kind, id, name } = change.by
  if (kind === 'operator') return m.activity_operator()
  if (kind === 'system') return 'Maktaba'
  if (id !== null && id === me) return m.conflict_own_tab()
  return name ?? m.activity_former_actor()
}

/** By whom and when: Ama Mensah, 2 minutes ago. */
export function changeWord(change: LastChange | undefined, me: string | undefined): string {
  const person = personWord(change, me)
  if (!change) return person
  // These words are never rendered on the server.
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return m.conflict_by({ person, time: formatTimeAgo(change.at, now(), timeZone) })
}

interface Merged {
  fields: readonly string[]
  labelOf: (field: string) => string
  changes: Changes
  /** Id of who reads it. */
  me: string | undefined
}

/** What others changed, a sentence for each of them. */
export function mergedSentences({ fields, labelOf, changes, me }: Merged): string[] {
  const byPerson = Map.groupBy(fields, (field) => personWord(changes[field], me))
  const list = new Intl.ListFormat(getLocale(), { type: 'conjunction' })
  return [...byPerson].map(([person, own]) => {
    const labels = list.format(own.map(labelOf))
    return person === m.conflict_own_tab() ? m.merged_own({ fields: labels }) : m.merged_by({ person, fields: labels })
  })
}

/** Says after a save what others had changed meanwhile; nothing where they had not. */
export function toastMerged(merged: Merged): void {
  if (merged.fields.length === 0) return
  const description = mergedSentences(merged).join(' · ')
  void toast({ type: 'info', title: m.merged_title(), description, duration: READING_TIME })
}
