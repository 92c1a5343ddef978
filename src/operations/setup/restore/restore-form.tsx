import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { fromThrown } from '#base/errors/local-error.ts'
import { formatList } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { LENT_FOLDER } from '#base/lib/drive/chosen-drive.ts'
import { Button } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { TextField } from '#base/ui/form/text-field.tsx'
import { useForm } from '#base/ui/form/use-form.ts'
import { lineActionClass } from '#base/ui/panel.tsx'
import { BackupChoice } from './backup-choice.tsx'
import { BackupUpload } from './backup-upload.tsx'
import { CodeFirst } from './code-first.tsx'
import { beginRestore, foundBackupsQuery } from './restore.data.ts'
import { booksText } from './restored-text.ts'
import type { FoundBackup } from './restore.schema.ts'

interface RestoreFormProps {
  proof: string
  /** Whether the code of the set-up is asked for before anything of this computer is shown. */
  needsCode: boolean
  /** Why the last try failed. */
  problem: string | null
  timeZone: string
  onBegun: () => void
}

/** Chooses a backup and begins to restore it. */
export function RestoreForm({ proof, needsCode, problem, timeZone, onBegun }: RestoreFormProps) {
  const [code, setCode] = useState('')
  const isWaiting = needsCode && code === ''
  const queryClient = useQueryClient()
  const query = foundBackupsQuery(proof, code)
  const found = useQuery({ ...query, enabled: !isWaiting })
  const refusal = found.error === null ? undefined : fromThrown(found.error)
  if (isWaiting || refusal?.code === 'SETUP_CODE')
    return <CodeFirst problem={refusal?.message} isBusy={found.isFetching} onCode={setCode} />
  return (
    <FoundBackups
      found={found.data}
      isLooking={found.isFetching}
      look={() => void found.refetch()}
      // Its answer brings the ticket without which no file is taken. A failure of it is said above the button.
      looked={() => queryClient.query(query).catch(() => undefined)}
      problem={refusal?.message ?? problem}
      timeZone={timeZone}
      onBegun={onBegun}
    />
  )
}

interface FoundBackupsProps extends Pick<RestoreFormProps, 'problem' | 'timeZone' | 'onBegun'> {
  found: { backups: FoundBackup[]; closed: string[] } | undefined
  isLooking: boolean
  look: () => void
  /** Resolves once it was looked for backups. */
  looked: () => Promise<unknown>
}

const schema = z.object({ id: z.string(), words: z.string() })

function FoundBackups({ found, isLooking, look, looked, problem, timeZone, onBegun }: FoundBackupsProps) {
  const [sent, setSent] = useState<FoundBackup>()
  const [choice, setChoice] = useState<string>()
  const [words, setWords] = useState('')
  // A backup that was sent replaces the one sent before, which may still be in the list.
  const backups = [
    ...(sent ? [sent] : []),
    ...(found?.backups ?? []).filter(({ place }) => !sent || place.kind !== 'sent'),
  ]
  const chosen = backups.find(({ id }) => id === choice) ?? newest(backups)
  const form = useForm({
    schema,
    values: () => ({ id: chosen?.id ?? '', words: chosen?.hasWords ? words : '' }),
    isChanged: () => false,
    save: async ({ id, words: typed }) => {
      await beginRestore(id, typed)
      onBegun()
    },
    hasReason: true,
  })
  const reason = form.reason ?? problem
  return (
    <Form {...form.props} className="flex flex-col gap-6">
      <section>
        <div className="mb-2 flex items-baseline justify-between gap-4">
          <h2 className="font-sans text-sm font-semibold">{m.restore_found()}</h2>
          <button type="button" aria-disabled={isLooking || undefined} className={lineActionClass} onClick={look}>
            {isLooking ? m.common_loading() : m.second_folder_look()}
          </button>
        </div>
        <div className="overflow-hidden rounded-md border border-line-strong bg-raised">
          <BackupChoice backups={backups} chosen={chosen?.id} onChoose={setChoice} timeZone={timeZone} />
          {backups.length === 0 && (
            <p role="status" className="border-b border-line px-4 py-4 text-pretty text-muted">
              {found ? m.restore_none() : m.restore_looking()}
            </p>
          )}
          {found && !sent && found.closed.length > 0 && (
            <p className="border-b border-line px-4 py-3 text-sm text-pretty [overflow-wrap:anywhere]">
              {m.restore_closed({
                names: formatList(found.closed),
                folder: isolated(LENT_FOLDER),
                inner: isolated('maktaba-backups'),
              })}
            </p>
          )}
          <BackupUpload
            ready={looked}
            onSent={(backup) => {
              setSent(backup)
              if (backup.check !== 'wrong') setChoice(backup.id)
            }}
          />
        </div>
      </section>
      {chosen?.hasWords && (
        <TextField
          label={m.restore_words_label()}
          hint={m.restore_words_hint()}
          placeholder={m.restore_words_example()}
          name="words"
          value={words}
          dir="auto"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={300}
          error={form.problems.words}
          onChange={({ target }) => {
            form.clear('words')
            setWords(target.value)
          }}
        />
      )}
      <p role="alert" className="-my-2 font-medium text-pretty text-danger empty:hidden">
        {reason}
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button
          type="submit"
          isBusy={form.isBusy}
          aria-disabled={chosen === undefined}
          className="min-h-12 max-sm:w-full"
        >
          {chosen && chosen.books > 0 ? m.restore_submit({ books: booksText(chosen.books) }) : m.restore_submit_none()}
        </Button>
        <p className="text-sm text-muted">{m.restore_submit_note()}</p>
      </div>
    </Form>
  )
}

/** The newest whole one: what a person wants back on such a day. */
const newest = (backups: readonly FoundBackup[]): FoundBackup | undefined =>
  backups
    .filter(({ check }) => check !== 'wrong')
    .toSorted((a, b) => (a.madeAt ?? '').localeCompare(b.madeAt ?? ''))
    .at(-1)
