import { browserTimeZone } from '#base/lib/time-zone.ts'
import { formatTimeAgo, formatList } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { LastChange } from '#base/errors/app-error.ts'
import { now } from '#base/lib/clock.ts'
import { sorted } from '#base/lib/search/sorted.ts'
import { toast } from '#base/ui/toast/toast.tsx'

type Changes = Record<string, LastChange>

/** Milliseconds: a sentence with names takes longer to read than "saved". */
const READING_TIME = 8000

/** Who changed a field: a name, the user in another tab, or somebody unknown. */
function personWord(change: LastChange | undefined, me: string | undefined): string {
  if (!change) return m.conflict_someone()
  const { kind, id, name } = change.by
  if (kind === 'operator') return m.activity_operator()
  if (kind === 'system') return 'Maktaba'
  if (id !== null && id === me) return m.conflict_own_tab()
  return name ?? m.activity_former_actor()
}

/** Who changed a field and when: Ama Mensah, 2 minutes ago. */
export function changeWord(change: LastChange | undefined, me: string | undefined): string {
  const person = personWord(change, me)
  return change ? m.conflict_by({ person, time: timeWord(change.at) }) : person
}

function timeWord(at: Date): string {
  // Never rendered on the server, so the browser's time zone is right.
  return formatTimeAgo(at, now(), browserTimeZone())
}

interface Merged {
  fields: readonly string[]
  labelOf: (field: string) => string
  changes: Changes
  /** Id of the current user. */
  me: string | undefined
}

/** What others changed and when, one sentence for each of them. */
export function mergedSentences({ fields, labelOf, changes, me }: Merged): string[] {
  const byPerson = new Map<string, string[]>()
  for (const field of fields) {
    const person = personWord(changes[field], me)
    byPerson.set(person, [...(byPerson.get(person) ?? []), field])
  }
  return [...byPerson].map(([person, own]) => {
    const labels = formatList(own.map(labelOf))
    const latest = sorted(
      own.flatMap((field) => changes[field]?.at ?? []),
      (a, b) => b.getTime() - a.getTime(),
    )[0]
    const sentence =
      person === m.conflict_own_tab() ? m.merged_own({ fields: labels }) : m.merged_by({ person, fields: labels })
    return latest ? `${sentence} (${timeWord(latest)})` : sentence
  })
}

/** `mergedSentences` in one text; undefined if nothing was merged. */
export const mergedText = (merged: Merged): string | undefined =>
  merged.fields.length > 0 ? mergedSentences(merged).join(' · ') : undefined

/** Shows what others had changed before a save, where no other toast says that it was saved. */
export function toastMerged(text: string | undefined): void {
  if (text !== undefined)
    void toast({ type: 'info', title: m.merged_title(), description: text, duration: READING_TIME })
}
