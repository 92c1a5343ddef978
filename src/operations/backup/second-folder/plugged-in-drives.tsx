import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { typed } from '#base/i18n/typed.ts'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { rowActionClass } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { pluggedInQuery, saveSecondFolder } from './second-folder.data.ts'
import { useSavedToast } from '#kit/library-settings/shared/use-library-form.ts'
import type { PluggedIn } from './second-folder.schema.ts'

interface Row {
  folder: string
  /** A path, or what a drive calls itself. */
  name: string
  isPath: boolean
  about: string
  /** The drive as a sentence names it. */
  said: string
  isTaken: boolean
}

const PROBLEMS = { clone: m.second_folder_clone, type: m.second_folder_type }

function rowsOf({ drives, sticks }: PluggedIn): Row[] {
  return [
    ...sticks.map(({ folder, name, size, problem }) => ({
      folder,
      name,
      isPath: false,
      about: problem === null ? m.second_folder_size({ size: formatBytes(size) }) : PROBLEMS[problem](),
      said: isolated(name),
      isTaken: problem === null,
    })),
    ...drives.map(({ folder, free }) => ({
      folder,
      name: folder,
      isPath: true,
      about: m.second_folder_free({ free: formatBytes(free) }),
      said: typed(folder),
      isTaken: true,
    })),
  ]
}

/** The drives that are plugged in: a press chooses a drive, also another one that is plugged in at the same place. */
export function PluggedInDrives({ pluggedIn, chosen }: { pluggedIn: PluggedIn; chosen: string | null }) {
  const { data, refetch } = useQuery({ ...pluggedInQuery, initialData: pluggedIn })
  const look = useAction(() => refetch(), {})
  const toastSaved = useSavedToast()
  const choose = useAction(
    ({ folder, said }: Row) =>
      toastSaved(saveSecondFolder({ data: { folder } }), m.second_folder_saved({ folder: said })),
    { failure: m.lending_not_saved() },
  )
  const rows = rowsOf(data)
  return (
    <div className="mt-4">
      <h3 className="text-sm font-semibold">{m.second_folder_drives()}</h3>
      {rows.length === 0 && (
        <p className="mt-2 max-w-prose text-sm text-pretty text-muted">
          {data.isLent ? m.second_folder_none_yet() : m.second_folder_no_drive()}
        </p>
      )}
      {rows.length > 0 && (
        // eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none
        <ul role="list" className="mt-1 max-w-xl">
          {rows.map((row) => (
            <li
              key={row.folder}
              className="flex flex-wrap items-center justify-between gap-x-4 border-line py-1.5 not-last:border-b"
            >
              <span className="min-w-0 flex-1 basis-40">
                <bdi dir={row.isPath ? 'ltr' : 'auto'} className="block font-medium [overflow-wrap:anywhere]">
                  {row.name}
                </bdi>
                <span className="block text-sm text-muted">{row.about}</span>
              </span>
              {row.isTaken && (row.isPath || row.folder !== chosen) && (
                <button
                  {...blockedInDemo}
                  type="button"
                  disabled={choose.isBusy}
                  aria-label={m.second_folder_choose_one({ folder: row.said })}
                  className={rowActionClass}
                  onClick={() => void choose.run(row)}
                >
                  {m.second_folder_choose()}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button look="second" className="mt-2" isBusy={look.isBusy} onClick={() => void look.run()}>
        {m.second_folder_look()}
      </Button>
    </div>
  )
}
