import { useId } from 'react'
import { formatNumber, formatValues, formatWholeDay } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Badge } from '#base/ui/badge.tsx'
import { CheckBox } from '#base/ui/check-box.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { booksText } from './restored-text.ts'
import type { FoundBackup } from './restore.schema.ts'

interface BackupChoiceProps {
  backups: readonly FoundBackup[]
  chosen: string | undefined
  onChoose: (id: string) => void
  timeZone: string
}

/** The backups by the place where they lie. */
export function BackupChoice({ backups, chosen, onChoose, timeZone }: BackupChoiceProps) {
  const name = useId()
  return byPlace(backups).map(([place, found]) => (
    <fieldset key={place} className="border-b border-line">
      <legend className="float-start flex w-full items-center gap-3 border-b border-line bg-surface px-4 py-2.5 text-muted">
        <Icon name={found[0]?.place.kind === 'drive' ? 'usb' : 'monitor'} className="size-5" />
        <span className="min-w-0 [overflow-wrap:anywhere]">{place}</span>
      </legend>
      {found.map((backup) => (
        <BackupRow
          key={backup.id}
          name={name}
          backup={backup}
          isChosen={backup.id === chosen}
          onChoose={() => onChoose(backup.id)}
          timeZone={timeZone}
        />
      ))}
    </fieldset>
  ))
}

function byPlace(backups: readonly FoundBackup[]): [string, FoundBackup[]][] {
  const places = new Map<string, FoundBackup[]>()
  for (const backup of backups) {
    const place = placeWord(backup)
    places.set(place, [...(places.get(place) ?? []), backup])
  }
  return [...places]
}

function placeWord({ place: { kind, name } }: FoundBackup): string {
  if (kind === 'drive') return m.restore_place_drive({ name: isolated(name) })
  if (kind === 'sent') return m.restore_place_sent()
  return name === '' ? m.restore_place_computer() : m.restore_place_folder({ name: isolated(name) })
}

interface BackupRowProps {
  name: string
  backup: FoundBackup
  isChosen: boolean
  onChoose: () => void
  timeZone: string
}

function BackupRow({ name, backup, isChosen, onChoose, timeZone }: BackupRowProps) {
  const { books, borrowers, check, problem } = backup
  const id = useId()
  const isOff = check === 'wrong'
  return (
    <label
      className={`clear-both flex items-center gap-3 border-b border-line px-4 py-3 last:border-b-0 ${isChosen ? 'bg-accent-soft' : ''} ${isOff ? '' : 'cursor-pointer'}`}
    >
      <CheckBox
        type="radio"
        name={name}
        checked={isChosen}
        disabled={isOff}
        aria-labelledby={`${id}-name`}
        aria-describedby={id}
        onChange={onChoose}
        className="size-5 flex-none accent-accent"
      />
      <span className="min-w-0 flex-1">
        <span id={`${id}-name`} className="block font-semibold [overflow-wrap:anywhere]">
          {titleOf(backup, timeZone)}
        </span>
        <span
          id={id}
          className={`block text-sm text-pretty [overflow-wrap:anywhere] ${isOff ? 'text-danger' : 'text-muted'}`}
        >
          {problem ?? countsText(books, borrowers)}
        </span>
      </span>
      <Check check={check} />
    </label>
  )
}

const countsText = (books: number, borrowers: number): string =>
  borrowers === 0
    ? booksText(books)
    : formatValues([booksText(books), m.activity_borrowers({ count: borrowers, shown: formatNumber(borrowers) })])

function titleOf({ library, madeAt, file }: FoundBackup, timeZone: string): string {
  if (madeAt === null) return file
  const day = formatWholeDay(new Date(madeAt), timeZone)
  return library === null ? day : m.restore_one({ library: isolated(library), day })
}

function Check({ check }: Pick<FoundBackup, 'check'>) {
  if (check === 'whole') return <Badge look="success">{m.restore_whole()}</Badge>
  return check === 'wrong' ? (
    <Badge look="danger">{m.restore_wrong()}</Badge>
  ) : (
    <Badge look="quiet">{m.restore_unchecked()}</Badge>
  )
}
