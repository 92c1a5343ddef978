import { useEffect, useId, useRef, type ReactNode, type Ref } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import type { LastChange } from '#base/errors/app-error.ts'
import { conflictsOf, mergedFields, type DraftState, type Side } from '#base/lib/form/draft-merge.ts'
import { Button } from '#base/ui/button.tsx'
import { changeWord, mergedSentences } from './merge-words.ts'
import { panelClass } from '#base/ui/panel.tsx'
import { FieldNote } from './text-field.tsx'
import { CheckBox } from '../check-box.tsx'

interface ConflictPanelProps<Draft extends object> {
  /** The draft of `useMergedDraft`. */
  draft: {
    state: DraftState<Draft>
    changes: Record<string, LastChange>
    missing: readonly string[]
    labelOf: (field: string) => string
    me: string | undefined
    choose: (field: keyof Draft & string, side: Side) => void
  }
  /** A field's value as text; also for an empty one. */
  wordOf: <Name extends keyof Draft & string>(field: Name, value: Draft[Name]) => ReactNode
  isBusy: boolean
  onSave: () => void
}

const takeFocus = (panel: HTMLElement | null): void => panel?.focus()

/**
 * Shown after a conflict: for each field that both sides changed, both values and a choice; nothing without such
 * fields. Its key is the row's version, so that a further conflict is announced.
 */
export function ConflictPanel<Draft extends object>({ draft, wordOf, isBusy, onSave }: ConflictPanelProps<Draft>) {
  const { state, changes, missing, labelOf, me, choose } = draft
  const id = useId()
  const conflicts = conflictsOf(state)
  if (conflicts.length === 0) return null
  const sentences = mergedSentences({ fields: mergedFields(state), labelOf, changes, me })
  return (
    <section
      ref={takeFocus}
      tabIndex={-1}
      aria-labelledby={id}
      className={`${panelClass} mb-4 border-warning outline-none`}
    >
      <div role="alert">
        <h2 id={id} className="text-base">
          {m.conflict_title()}
        </h2>
        <p className="mt-1 text-sm text-muted">{m.conflict_text()}</p>
      </div>
      {conflicts.map(({ field, mine, theirs, choice }) => (
        <Field
          key={field}
          field={field}
          label={labelOf(field)}
          mine={wordOf(field, mine)}
          theirs={wordOf(field, theirs)}
          by={changeWord(changes[field], me)}
          choice={choice}
          missing={missing}
          onChoose={(side) => choose(field, side)}
        />
      ))}
      {sentences.length > 0 && (
        <div className="mt-4 text-sm text-muted">
          <p>{m.conflict_kept()}</p>
          {sentences.map((sentence) => (
            <p key={sentence} dir="auto" className="mt-0.5 break-words text-ink">
              {sentence}
            </p>
          ))}
        </div>
      )}
      <Button className="mt-4 max-sm:w-full" isBusy={isBusy} onClick={onSave}>
        {m.conflict_save()}
      </Button>
    </section>
  )
}

interface FieldProps {
  field: string
  label: string
  mine: ReactNode
  theirs: ReactNode
  /** Who saved `theirs`, and when. */
  by: string
  choice: Side | undefined
  /** Fields without a choice at the last attempt to save: marked, and the first is focused. */
  missing: readonly string[]
  onChoose: (side: Side) => void
}

function Field({ field, label, mine, theirs, by, choice, missing, onChoose }: FieldProps) {
  const id = useId()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (missing[0] === field) first.current?.focus()
  }, [missing, field])
  const isMissing = choice === undefined && missing.includes(field)
  const name = `conflict-${field}`
  return (
    <fieldset className="mt-4" aria-describedby={isMissing ? `${id}-note` : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="grid gap-2.5 sm:grid-cols-2">
        <Choice
          ref={first}
          name={name}
          caption={m.conflict_yours()}
          isChosen={choice === 'mine'}
          onChoose={() => onChoose('mine')}
        >
          {mine}
        </Choice>
        <Choice name={name} caption={by} isChosen={choice === 'theirs'} onChoose={() => onChoose('theirs')}>
          {theirs}
        </Choice>
      </div>
      <FieldNote id={`${id}-note`} error={isMissing && m.conflict_choose()} />
    </fieldset>
  )
}

interface ChoiceProps {
  ref?: Ref<HTMLInputElement>
  name: string
  caption: string
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

function Choice({ ref, name, caption, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 rounded-md border border-line-strong px-3.5 py-2.5 has-checked:border-accent has-checked:bg-accent-soft">
      <CheckBox
        ref={ref}
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="mt-0.5 size-5 flex-none accent-accent"
      />
      <span className="min-w-0">
        <bdi className="block text-[0.8125rem] break-words text-muted">{caption}</bdi>
        {children ? (
          <span dir="auto" className="block break-words">
            {children}
          </span>
        ) : (
          <span className="block text-muted">{m.conflict_empty()}</span>
        )}
      </span>
    </label>
  )
}
