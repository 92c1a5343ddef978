import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Badge } from '#base/ui/badge.tsx'
import { lineActionClass } from '#base/ui/panel.tsx'
import { Sentence } from '#base/ui/sentence.tsx'
import type { Import } from '#exchange/import/import.schema.ts'
import {
  candidateText,
  peopleFieldLabel,
  classListNoteText,
  classListReasonText,
  rowLabels,
} from '../class-list-words.ts'
import type { ClassListChoices, ClassListRow as Row } from '../class-list.schema.ts'

/** Row, result, name, school number, class, and what can be chosen. On a phone each row is a card. */
export const classListGrid =
  'px-4 lg:grid lg:grid-cols-[3.5rem_8.5rem_minmax(0,1.7fr)_minmax(0,0.9fr)_minmax(0,1.6fr)_minmax(0,1.9fr)] lg:gap-x-4'

interface ClassListLineProps {
  row: Row
  item: Pick<Import, 'state'>
  choices: ClassListChoices
  onChoose: ((choices: Partial<ClassListChoices>) => void) | undefined
}

/** Of the others only what changes is shown of library card and address. */
const SAYS_ALL = new Set<Row['result']>(['new', 'twice'])
const CHANGES = new Set<Row['result']>(['new', 'changed', 'moved'])

/** A row of a list: whom it is about, what changes, and why it is not taken in. */
export function ClassListLine({ row, item, choices, onChoose }: ClassListLineProps) {
  const { result, person, reason, notes, isLeftOut, borrowerId } = row
  const name = <Value row={row} field="name" />
  const choose = (choice: string) => {
    const { [row.at]: _, ...others } = choices.rows
    onChoose?.({ rows: choice === '' ? others : { ...others, [row.at]: choice } })
  }
  return (
    <div
      role="row"
      className={`${classListGrid} items-start border-line py-2.5 not-last:border-b ${isLeftOut ? 'text-muted' : ''}`}
    >
      <span role="cell" className="text-sm text-muted tabular-nums max-lg:me-3">
        {row.row > 0 && (
          <>
            <span className="lg:sr-only">{m.import_row()} </span>
            {formatNumber(row.row)}
          </>
        )}
      </span>
      <span role="cell">
        <ResultBadge row={row} state={item.state} />
      </span>
      <div role="cell" className="min-w-0 max-lg:mt-1.5 [overflow-wrap:anywhere]">
        <p className="leading-snug font-semibold">
          {borrowerId ? (
            <Link
              to="/manager/borrowers/$id"
              params={{ id: borrowerId }}
              className="rounded-sm hover:text-accent hover:underline"
            >
              {name}
            </Link>
          ) : (
            name
          )}
        </p>
        {(['card', 'email'] as const).map(
          (field) =>
            person[field] !== undefined &&
            (row.before[field] !== undefined || SAYS_ALL.has(result)) && (
              <p key={field} className="text-[0.8125rem] text-muted">
                {m.common_label({ label: peopleFieldLabel(field) })} <Value row={row} field={field} />
              </p>
            ),
        )}
        {reason && reason !== 'left-out' && (
          <p className={`text-[0.8125rem] ${result === 'twice' ? 'text-warning' : 'text-danger'}`}>
            {classListReasonText(reason, row.otherRow)}
          </p>
        )}
        {notes.map((note) => (
          <p key={note} dir="auto" className="text-[0.8125rem] text-warning">
            {classListNoteText(note)}
          </p>
        ))}
      </div>
      <Cell label={peopleFieldLabel('schoolNumber')} isEmpty={person.schoolNumber === undefined}>
        <Value row={row} field="schoolNumber" />
      </Cell>
      <Cell label={peopleFieldLabel('class')} isEmpty={person.className === undefined}>
        <Value row={row} field="className" /> {row.isNewClass && <Badge look="quiet">{m.class_list_new_class()}</Badge>}
      </Cell>
      <div role="cell" className="min-w-0 max-lg:mt-1 lg:text-end">
        {onChoose && isQuestion(row) && <Question row={row} chosen={choices.rows[row.at] ?? ''} onChoose={choose} />}
        {onChoose && CHANGES.has(result) && (!isQuestion(row) || isLeftOut) && (
          <button
            type="button"
            aria-label={(isLeftOut ? m.class_list_take_in_row : m.class_list_leave_out_row)({
              name: isolated(person.name ?? ''),
            })}
            className={`${lineActionClass} -my-2`}
            onClick={() => choose(isLeftOut ? '' : 'leave')}
          >
            {isLeftOut ? m.class_list_take_in() : m.class_list_leave_out()}
          </button>
        )}
      </div>
    </div>
  )
}

const ANSWERED = new Set<Row['reason']>(['name-twice', 'several-here', 'same-name-elsewhere'])

/** Whether a person has to say, or may say otherwise, who it is. */
const isQuestion = ({ reason, candidates, result }: Row): boolean =>
  (result === 'twice' && ANSWERED.has(reason)) || candidates.length > 0

interface QuestionProps {
  row: Row
  chosen: string
  onChoose: (choice: string) => void
}

/** Who a row is: one of those here, another person, or not to be taken in. */
function Question({ row, chosen, onChoose }: QuestionProps) {
  const isAnswered = row.result !== 'twice'
  return (
    <select
      aria-label={m.class_list_who({ row: formatNumber(row.row) })}
      value={chosen}
      className="min-h-9 w-full rounded-sm border border-line-strong bg-raised px-2 text-sm text-ink max-sm:min-h-11"
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">{isAnswered ? rowLabels[row.result]() : m.class_list_who_none()}</option>
      {row.candidates.map((candidate) => (
        <option key={candidate.id} value={candidate.id}>
          {candidateText(candidate)}
        </option>
      ))}
      <option value="new">{m.class_list_who_new()}</option>
      {isAnswered && <option value="leave">{m.class_list_leave_out()}</option>}
    </select>
  )
}

/** The value of a field, with the one before where it changes. */
function Value({ row: { person, before }, field }: { row: Row; field: keyof Row['person'] }) {
  const former = before[field]
  if (former === undefined || former === '') return <bdi>{person[field]}</bdi>
  return (
    <Sentence
      text={m.activity_change}
      parts={{
        before: <bdi className="font-normal text-muted">{former}</bdi>,
        after: <bdi className="font-semibold">{person[field]}</bdi>,
      }}
    />
  )
}

interface CellProps {
  label: string
  isEmpty: boolean
  children: ReactNode
}

/** The value of a field; on a phone behind its name, if there is one. */
const Cell = ({ label, isEmpty, children }: CellProps) => (
  <div
    role="cell"
    className={`min-w-0 text-[0.9rem] [overflow-wrap:anywhere] tabular-nums ${isEmpty ? 'max-lg:hidden' : ''}`}
  >
    <span className="text-muted lg:sr-only">{m.common_label({ label })} </span>
    {children}
  </div>
)

function ResultBadge({ row: { result, isLeftOut, kept }, state }: { row: Row; state: Import['state'] }) {
  if (isLeftOut && CHANGES.has(result)) return <Badge look="quiet">{m.class_list_left_out()}</Badge>
  if (kept !== null && kept !== 'missing') return <Badge look="accent">{m.import_row_kept()}</Badge>
  if (state === 'undone' && CHANGES.has(result)) return <Badge look="quiet">{m.import_row_undone()}</Badge>
  const look = result === 'refused' ? 'danger' : CHANGES.has(result) || result === 'twice' ? 'accent' : 'quiet'
  return (
    <Badge look={look}>{result === 'new' && state !== 'waiting' ? m.import_row_added() : rowLabels[result]()}</Badge>
  )
}
