import { useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { settleRestore } from '#operations/backup/sheet/sheet.data.ts'
import type { AfterRestore } from '#operations/backup/after-restore.schema.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { figuresQuery } from './dashboard.data.ts'

const ITEMS: Record<AfterRestore, { words: () => string; link: Pick<LinkProps, 'to' | 'hash'> }> = {
  mail: { words: m.after_mail, link: { to: '/manager/settings', hash: 'mail' } },
  passkey: { words: m.after_passkey, link: { to: '/app/account' } },
  second_folder: { words: m.after_second_folder, link: { to: '/manager/settings', hash: 'second-folder' } },
  sheet: { words: () => m.after_sheet({ sheet: m.setup_sheet_title() }), link: { to: '/manager/backups/sheet' } },
}

/** After a restore: what depended on the former computer, until it is done or a manager says so. */
export function DashboardRestored({ open }: { open: readonly AfterRestore[] }) {
  const queryClient = useQueryClient()
  const { run, isBusy } = useAction(() => settleRestore(), {
    refresh: () => queryClient.invalidateQueries(figuresQuery),
    failure: m.after_not_done(),
  })
  return (
    <Panel title={m.after_title()} className="mb-4">
      {open.length > 0 && (
        <>
          <p className="mt-1 max-w-prose text-pretty text-muted">{m.after_text()}</p>
          {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
          <ul role="list" className="mt-1.5">
            {open.map((name) => (
              <li key={name} className="border-line not-last:border-b">
                <Link
                  {...ITEMS[name].link}
                  className="flex min-h-11 items-center justify-between gap-3 rounded-sm py-1.5 hover:text-accent"
                >
                  {ITEMS[name].words()}
                  <Icon name="chevron" className="size-4 text-muted" />
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <Button look="second" isBusy={isBusy} className="mt-2" onClick={() => void run()}>
        {m.after_done()}
      </Button>
    </Panel>
  )
}
