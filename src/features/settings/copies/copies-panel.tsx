import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatBytes } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { typed } from '#i18n/typed.ts'
import { blockedInDemo } from '#lib/form/refusal.ts'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form/form.tsx'
import { pastePlainLine } from '#ui/form/paste-plain-line.ts'
import { TextField } from '#ui/form/text-field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { Icon } from '#ui/icon.tsx'
import { Panel, rowActionClass } from '#ui/panel.tsx'
import { useAction } from '#ui/use-action.ts'
import { fixedBy } from '../setting-switch.tsx'
import { saveCopyFolder, settingListQuery, stopCopies } from '../settings-list.data.ts'
import { useSavedToast } from '../use-library-form.ts'
import { copyFolderSchema, type CopySetting } from './copies.schema.ts'

const NOTE = 'mt-2 max-w-prose text-sm text-pretty text-muted'

interface CopiesPanelProps {
  copies: CopySetting
  /** The variable of the environment that decides. */
  variable: string | undefined
}

/** Where backups are copied to beside the library's own folder. */
export function CopiesPanel({ copies: { folder, isSameDisk, drives }, variable }: CopiesPanelProps) {
  return (
    <Panel title={m.copies_title()} className="mt-4">
      <p className="mt-1 max-w-prose text-pretty">
        {folder === null ? m.copies_text() : m.copies_good({ folder: typed(folder) })}
      </p>
      <p className={NOTE}>{m.copies_warning()}</p>
      {isSameDisk && (
        <p className="mt-2 flex max-w-prose gap-3 text-pretty">
          <Icon name="alert" className="mt-0.5 size-5 text-warning" />
          {m.copies_same_disk()}
        </p>
      )}
      {variable === undefined ? (
        <>
          {folder !== null && <StopCopies />}
          <Drives drives={drives} />
          <FolderForm key={folder} />
        </>
      ) : (
        <p className={NOTE}>{fixedBy(variable)}</p>
      )}
    </Panel>
  )
}

/** The drives that are plugged in: one press chooses one, also another one at the same place. */
function Drives({ drives }: Pick<CopySetting, 'drives'>) {
  const queryClient = useQueryClient()
  const look = useAction(() => queryClient.invalidateQueries(settingListQuery), {})
  const toastSaved = useSavedToast()
  const choose = useAction(
    (folder: string) => toastSaved(saveCopyFolder({ data: { folder } }), m.copies_saved({ folder: typed(folder) })),
    { failure: m.lending_not_saved() },
  )
  return (
    <div className="mt-4">
      <h3 className="text-sm font-semibold">{m.copies_drives()}</h3>
      {drives.length === 0 && <p className={NOTE}>{m.copies_no_drive()}</p>}
      {drives.length > 0 && (
        // eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none
        <ul role="list" className="mt-1 max-w-xl">
          {drives.map(({ folder, free }) => (
            <li
              key={folder}
              className="flex flex-wrap items-center justify-between gap-x-4 border-line py-1.5 not-last:border-b"
            >
              <span className="min-w-0 flex-1 basis-40">
                <bdi dir="ltr" className="block font-medium [overflow-wrap:anywhere]">
                  {folder}
                </bdi>
                <span className="block text-sm text-muted">{m.copies_free({ free: formatBytes(free) })}</span>
              </span>
              <button
                {...blockedInDemo}
                type="button"
                disabled={choose.isBusy}
                aria-label={m.copies_choose_one({ folder })}
                className={rowActionClass}
                onClick={() => void choose.run(folder)}
              >
                {m.copies_choose()}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Button look="second" className="mt-2" isBusy={look.isBusy} onClick={() => void look.run()}>
        {m.copies_look()}
      </Button>
    </div>
  )
}

function FolderForm() {
  const [draft, setDraft] = useState({ folder: '' })
  const toastSaved = useSavedToast()
  const form = useForm({
    schema: copyFolderSchema,
    values: () => draft,
    save: (input) => toastSaved(saveCopyFolder({ data: input }), m.copies_saved({ folder: typed(input.folder) })),
    failure: m.lending_not_saved(),
  })
  return (
    <Form {...form.props} aria-label={m.copies_other()} className="mt-4 flex max-w-xl flex-col gap-3">
      <TextField
        name="folder"
        label={m.copies_other()}
        hint={m.copies_other_hint()}
        error={form.problems.folder}
        dir="ltr"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onPaste={pastePlainLine}
        value={draft.folder}
        onChange={({ target }) => {
          setDraft({ folder: target.value })
          form.clear('folder')
        }}
      />
      <Button {...blockedInDemo} type="submit" look="second" isBusy={form.isBusy} className="self-start">
        {m.copies_submit()}
      </Button>
    </Form>
  )
}

/** Copies no more, which the toast takes back. What was copied stays. */
function StopCopies() {
  const toastSaved = useSavedToast()
  const stop = useAction(() => toastSaved(stopCopies(), m.copies_stopped()), { failure: m.lending_not_saved() })
  return (
    <Button
      {...blockedInDemo}
      look="second"
      isBusy={stop.isBusy}
      className="mt-3 text-danger"
      onClick={() => void stop.run()}
    >
      {m.copies_stop()}
    </Button>
  )
}
