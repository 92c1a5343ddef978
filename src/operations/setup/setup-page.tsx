import { useId, useState, type ReactNode } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import type { SentForm } from '#base/errors/sent-form.ts'
import { CheckBox } from '#base/ui/check-box.tsx'
import { RestoreForm } from './restore/restore-form.tsx'
import { RestoreRunning } from './restore/restore-running.tsx'
import { restoredText } from './restore/restored-text.ts'
import type { RestoredLibrary } from './restore/restore.schema.ts'
import { NewLibraryForm } from './new-library-form.tsx'

interface SetupPageProps {
  proof: string
  /** Number of sample books. */
  samples: number
  /** Whether the library can lend, which it then decides. */
  canLend: boolean
  /** Whether it asks for the code that the terminal or the menu entry shows. */
  hasCode: boolean
  /** Whether this browser has proven already that it may restore a backup. */
  hasTicket: boolean
  /** Why the restore of this browser failed. */
  failure: string | null
  restored: RestoredLibrary | null
  sent: SentForm | null
  timeZone: string
}

/** The first start: a new library, or one that comes back from a backup. */
export function SetupPage(props: SetupPageProps) {
  const { proof, samples, canLend, hasCode, hasTicket, failure, restored, sent, timeZone } = props
  const [isBackup, setBackup] = useState(failure !== null)
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState(failure)
  const choice = useId()
  if (isRunning)
    return (
      <RestoreRunning
        onFailed={(found) => {
          setProblem(found)
          setRunning(false)
        }}
      />
    )
  const form = { proof, samples, canLend, hasCode, sent }
  return (
    <main id="content" className="flex flex-col">
      <h1 className="text-[1.875rem] leading-tight">{m.setup_title()}</h1>
      <p className="mt-2.5 mb-6 text-pretty text-muted">
        {restored ? restoredText(m.restore_no_admin, restored, timeZone) : m.setup_intro()}
      </p>
      {restored ? (
        <NewLibraryForm {...form} isRestored />
      ) : (
        <>
          <fieldset className="mb-7 grid gap-3 sm:grid-cols-2">
            <legend className="sr-only">{m.setup_choice()}</legend>
            <ChoiceCard name={choice} isOn={!isBackup} onChoose={() => setBackup(false)} hint={m.setup_new_hint()}>
              {m.setup_new()}
            </ChoiceCard>
            <ChoiceCard name={choice} isOn={isBackup} onChoose={() => setBackup(true)} hint={m.setup_backup_hint()}>
              {m.setup_backup()}
            </ChoiceCard>
          </fieldset>
          {isBackup ? (
            <RestoreForm
              proof={proof}
              needsCode={hasCode && !hasTicket}
              problem={problem}
              timeZone={timeZone}
              onBegun={() => setRunning(true)}
            />
          ) : (
            <NewLibraryForm {...form} />
          )}
        </>
      )}
    </main>
  )
}

interface ChoiceCardProps {
  name: string
  isOn: boolean
  onChoose: () => void
  hint: string
  children: ReactNode
}

function ChoiceCard({ name, isOn, onChoose, hint, children }: ChoiceCardProps) {
  const id = useId()
  return (
    <label
      className={`grid cursor-pointer grid-cols-[auto_1fr] gap-x-3 rounded-md border px-4 py-3 ${isOn ? 'border-accent bg-accent-soft' : 'border-line-strong bg-raised'}`}
    >
      <CheckBox
        type="radio"
        name={name}
        checked={isOn}
        aria-labelledby={`${id}-name`}
        aria-describedby={id}
        onChange={onChoose}
        className="row-span-2 mt-0.5 size-5 flex-none accent-accent"
      />
      <span id={`${id}-name`} className="font-semibold">
        {children}
      </span>
      <span id={id} className="text-sm text-muted">
        {hint}
      </span>
    </label>
  )
}
