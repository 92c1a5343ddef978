import type { ReactNode } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { SelectField } from '#base/ui/form/select-field.tsx'
import { Icon, type IconName } from '#base/ui/icon.tsx'
import { Sentence } from '#base/ui/sentence.tsx'
import { NameList } from '#exchange/import/shared/name-list.tsx'
import type { BorrowerGroup } from '#lending/borrower/group/group.schema.ts'
import type { ClassList, ClassListChoices } from '../class-list.schema.ts'
import { PeopleColumnsNotKept } from './class-list-columns.tsx'

interface ClassListClassesProps {
  list: ClassList
  /** A column of the file has the classes. */
  hasColumn: boolean
  /** The file has several sheets. */
  isWorkbook: boolean
  groups: readonly Pick<BorrowerGroup, 'id' | 'name'>[]
  onChoose: (choices: Partial<ClassListChoices>) => void
}

/** Whether each class of a file without a column for them is the name of a sheet. */
export const areOfSheets = ({ classes, className, choices }: ClassList): boolean =>
  classes.length > 0 && className === '' && (choices.className ?? '') === ''

const SUMMARY =
  '-ms-2 inline-flex min-h-11 cursor-pointer items-center gap-1 rounded-sm px-2 text-sm font-medium text-accent hover:underline'
const MAKE = ''
/** Classes that are named at once: those of a whole school fill a phone. */
const FEW = 8

/** Which classes the file is about, which are made and with what rules, and what of the file is not kept. */
export function ClassListClasses({ list, hasColumn, isWorkbook, groups, onChoose }: ClassListClassesProps) {
  const { classes, choices, rulesOf, className } = list
  const made = classes.filter(({ groupId, sameAs }) => groupId === null && sameAs === undefined)
  const shown = classes.filter(
    ({ isHere, name, isStaff }) => !isStaff && (!isHere || Object.hasOwn(choices.classes, name)),
  )
  const nameOf = (id: string) => groups.find((group) => group.id === id)?.name ?? ''
  return (
    <div className="mt-4 flex flex-col gap-2 border-t border-line pt-3">
      {!hasColumn && (
        <SelectField
          className="max-w-72"
          label={m.class_list_class_of_all()}
          value={choices.className ?? className}
          options={[
            {
              value: '',
              label: areOfSheets(list) || isWorkbook ? m.class_list_class_of_sheets() : m.class_list_class_none(),
            },
            ...(className !== '' && !groups.some(({ name }) => name === className)
              ? [{ value: className, label: className }]
              : []),
            ...groups.map(({ name }) => ({ value: name, label: name })),
          ]}
          onChange={(next) => onChoose({ className: next })}
        />
      )}
      {classes.length > 0 && <Line icon="check">{m.class_list_about({ classes: formatNumber(classes.length) })}</Line>}
      <Made classes={made.filter(({ isStaff }) => !isStaff)} rulesOf={rulesOf} />
      <Made classes={made.filter(({ isStaff }) => isStaff)} rulesOf={null} />
      {(list.elsewhere > 0 || choices.sameNames !== 'ask') && (
        <SelectField
          className="max-w-96"
          label={m.class_list_same_names()}
          value={choices.sameNames}
          options={[
            { value: 'ask', label: m.class_list_names_ask() },
            { value: 'same', label: m.class_list_names_same() },
            { value: 'new', label: m.class_list_names_new() },
          ]}
          onChange={(sameNames) => onChoose({ sameNames })}
        />
      )}
      {shown.length > 0 && groups.length > 0 && (
        <details open={shown.some(({ suggestedId }) => suggestedId !== null)} className="group">
          <summary className={SUMMARY}>
            {m.class_list_other_names()}
            <Icon name="down" className="size-4 text-muted group-open:rotate-180" />
          </summary>
          <div className="my-1 grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
            {shown.map(({ name, suggestedId }) => (
              <SelectField
                key={name}
                label={m.class_list_class_is({ name: isolated(name) })}
                value={choices.classes[name] ?? MAKE}
                options={[
                  { value: MAKE, label: m.class_list_make() },
                  ...groups.map((group) => ({ value: group.id, label: group.name })),
                ]}
                hint={suggestedId !== null && m.class_list_suggested({ group: isolated(nameOf(suggestedId)) })}
                onChange={(next) => onChoose({ classes: { ...choices.classes, [name]: next === MAKE ? null : next } })}
              />
            ))}
          </div>
        </details>
      )}
      <PeopleColumnsNotKept list={list} />
    </div>
  )
}

interface MadeProps {
  classes: ClassList['classes']
  rulesOf: string | null
}

/** The classes that are made, by name where they are few, and the class whose rules they get; null for the usual ones. */
function Made({ classes, rulesOf }: MadeProps) {
  if (classes.length === 0) return null
  const isFew = classes.length <= FEW
  const names = <NameList names={classes.map(({ name }) => name)} />
  const shown = isFew ? names : formatNumber(classes.length)
  return (
    <Line icon="check">
      {rulesOf === null ? (
        <Sentence text={m.class_list_made_plain} parts={{ classes: shown }} />
      ) : (
        <Sentence text={m.class_list_made} parts={{ classes: shown, group: <bdi>{rulesOf}</bdi> }} />
      )}
      {!isFew && (
        <details className="group">
          <summary className={SUMMARY}>
            {m.class_list_made_names()}
            <Icon name="down" className="size-4 text-muted group-open:rotate-180" />
          </summary>
          {names}
        </details>
      )}
    </Line>
  )
}

const Line = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <div className="flex items-start gap-2.5 text-sm text-pretty">
    <Icon name={icon} className="mt-0.5 size-4 flex-none text-success" />
    <div className="min-w-0 [overflow-wrap:anywhere]">{children}</div>
  </div>
)
