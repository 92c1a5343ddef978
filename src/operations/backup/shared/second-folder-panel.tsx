import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { placeText } from './second-folder-words.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { typed } from '#base/i18n/typed.ts'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button, buttonClass } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { pastePlainLine } from '#base/ui/form/paste-plain-line.ts'
import { TextField } from '#base/ui/form/text-field.tsx'
import { useForm } from '#base/ui/form/use-form.ts'
import { Icon } from '#base/ui/icon.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { fixedBy } from '#kit/library-settings/shared/setting-switch.tsx'
import { saveSecondFolder, stopSecondFolder } from '../second-folder/second-folder.data.ts'
import { useSavedToast } from '#kit/library-settings/shared/use-library-form.ts'
import { secondFolderInputSchema, type SecondFolderSetting } from '../second-folder/second-folder.schema.ts'
import { PluggedInDrives } from '../second-folder/plugged-in-drives.tsx'

const NOTE = 'mt-2 max-w-prose text-sm text-pretty text-muted'

interface SecondFolderPanelProps {
  setting: SecondFolderSetting
  /** The variable of the environment that decides. */
  variable: string | undefined
}

/** Where backups are copied to beside the library's own folder. */
export function SecondFolderPanel({ setting: { folder, isSameDisk, pluggedIn }, variable }: SecondFolderPanelProps) {
  return (
    <Panel id="second-folder" title={m.second_folder_title()} className="mt-4">
      <p className="mt-1 max-w-prose text-pretty">{folder === null ? m.second_folder_text() : placeText(folder)}</p>
      <p className={NOTE}>{m.second_folder_warning()}</p>
      <Link to="/manager/backups/sheet" className={buttonClass('second', 'mt-3 max-sm:w-full')}>
        {m.sheet_link()}
      </Link>
      {isSameDisk && (
        <p className="mt-2 flex max-w-prose gap-3 text-pretty">
          <Icon name="alert" className="mt-0.5 size-5 text-warning" />
          {m.second_folder_same_disk()}
        </p>
      )}
      {variable === undefined ? (
        <>
          {folder !== null && <StopSecondFolder />}
          <PluggedInDrives pluggedIn={pluggedIn} chosen={folder} />
          <FolderForm key={folder} />
        </>
      ) : (
        <p className={NOTE}>{fixedBy(variable)}</p>
      )}
    </Panel>
  )
}

function FolderForm() {
  const [draft, setDraft] = useState({ folder: '' })
  const toastSaved = useSavedToast()
  const form = useForm({
    schema: secondFolderInputSchema,
    values: () => draft,
    save: (input) =>
      toastSaved(saveSecondFolder({ data: input }), m.second_folder_saved({ folder: typed(input.folder) })),
    failure: m.lending_not_saved(),
  })
  return (
    <Form {...form.props} aria-label={m.second_folder_other()} className="mt-4 flex max-w-xl flex-col gap-3">
      <TextField
        name="folder"
        label={m.second_folder_other()}
        hint={m.second_folder_other_hint()}
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
        {m.second_folder_submit()}
      </Button>
    </Form>
  )
}

/** Copies no more, which the toast takes back. What was copied stays. */
function StopSecondFolder() {
  const toastSaved = useSavedToast()
  const stop = useAction(() => toastSaved(stopSecondFolder(), m.second_folder_stopped()), {
    failure: m.lending_not_saved(),
  })
  return (
    <Button
      {...blockedInDemo}
      look="second"
      isBusy={stop.isBusy}
      className="mt-3 text-danger"
      onClick={() => void stop.run()}
    >
      {m.second_folder_stop()}
    </Button>
  )
}
