import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { formatDateTime } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button, buttonClass } from '#base/ui/button.tsx'
import { Icon, type IconName } from '#base/ui/icon.tsx'
import { ListBackLink } from '#base/ui/list/list-back-link.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { Panel, rowActionClass } from '#base/ui/panel.tsx'
import { PanelState } from '#base/ui/state/panel-state.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { findingText } from './finding-text.ts'
import { confirmDate, HELP_REPORT_URL, healthQuery } from './health.data.ts'
import type { Finding, Health } from './health.schema.ts'

interface HealthPageProps {
  timeZone: string
}

/** What is wrong or unwise about the library and its server, and a report for the person who helps. */
export function HealthPage({ timeZone }: HealthPageProps) {
  const query = useQuery(healthQuery)
  const { data, isFetching, refetch } = query
  return (
    <ManagerPage
      title={m.health_title()}
      trail={<ListBackLink to="/manager/settings" label={m.settings_title()} />}
      actions={
        <Button isBusy={isFetching} onClick={() => void refetch()}>
          {m.health_again()}
        </Button>
      }
    >
      <p className="max-w-prose text-muted">
        {m.health_intro()}{' '}
        <Link to="/docs" className="text-accent underline underline-offset-2">
          {m.docs_title()}
        </Link>
      </p>
      <section aria-label={m.health_title()} aria-busy={isFetching} className="mt-4">
        {data ? (
          <Findings {...data} timeZone={timeZone} />
        ) : (
          <Panel>
            <PanelState title={m.health_failed()} query={query}>
              <p role="status" className="text-muted">
                {m.health_checking()}
              </p>
            </PanelState>
          </Panel>
        )}
      </section>
      <Panel title={m.health_report_title()} className="mt-4">
        <p className="mt-1 max-w-prose text-muted">{m.health_report_text()}</p>
        <a
          href={HELP_REPORT_URL}
          download
          {...(data?.findings === null && blockedInDemo)}
          className={buttonClass('second', 'mt-3')}
        >
          {m.health_report_save()}
        </a>
      </Panel>
    </ManagerPage>
  )
}

function Findings({ at, findings, timeZone }: Health & HealthPageProps) {
  if (!findings) return <p className="max-w-prose">{m.health_demo()}</p>
  const isWell = findings.every(({ state }) => state === 'good')
  return (
    <Panel>
      <p role="status" className="text-sm text-muted">
        {isWell && <span className="block text-base font-semibold text-ink">{m.health_all_good()}</span>}
        {m.health_checked({ at: formatDateTime(at, timeZone) })}
      </p>
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list" className="mt-1.5">
        {findings.map((finding) => (
          <FindingRow key={JSON.stringify(finding)} finding={finding} timeZone={timeZone} />
        ))}
      </ul>
    </Panel>
  )
}

const LOOKS: Record<Finding['state'], { icon: IconName; color: string; word: () => string }> = {
  fault: { icon: 'alert', color: 'text-danger', word: m.health_fault },
  warning: { icon: 'alert', color: 'text-warning', word: m.health_warning },
  good: { icon: 'check', color: 'text-success', word: m.health_good },
}

function FindingRow({ finding, timeZone }: HealthPageProps & { finding: Finding }) {
  const { icon, color, word } = LOOKS[finding.state]
  const page = pageOf(finding)
  return (
    <li className="flex gap-3 border-line py-2.5 not-last:border-b">
      <Icon name={icon} className={`mt-0.5 size-5 ${color}`} />
      <div className="min-w-0 flex-1">
        <p className={finding.state === 'good' ? 'sr-only' : `text-sm font-semibold ${color}`}>{word()}</p>
        <p dir="auto" className="max-w-prose text-pretty [overflow-wrap:anywhere]">
          {findingText(finding, (iso) => formatDateTime(new Date(iso), timeZone))}
        </p>
        {finding.code === 'clock_doubted' && <ConfirmDate />}
        {page && (
          <Link to={page.to} className={`${rowActionClass} -my-1 -ms-2`}>
            {page.label()}
          </Link>
        )}
      </div>
    </li>
  )
}

function ConfirmDate() {
  const queryClient = useQueryClient()
  const confirm = useAction(() => confirmDate(), {
    // The dashboard shows the warning too.
    refresh: () =>
      Promise.all([healthQuery, { queryKey: ['dashboard'] }].map((query) => queryClient.invalidateQueries(query))),
    success: m.health_date_confirmed(),
  })
  return (
    <Button
      {...blockedInDemo}
      look="second"
      className="mt-2"
      isBusy={confirm.isBusy}
      onClick={() => void confirm.run()}
    >
      {m.health_date_confirm()}
    </Button>
  )
}

const BACKUPS = { to: '/manager/backups', label: m.backups_title } as const
const SETTINGS = { to: '/manager/settings', label: m.settings_title } as const

/** The page on which something can be done about a finding. */
function pageOf({ code, state }: Finding): { to: NonNullable<LinkProps['to']>; label: () => string } | undefined {
  if (state === 'good') return undefined
  if (code === 'backups_none' || code === 'backups_old' || code === 'backups_future') return BACKUPS
  return code === 'concern' || code === 'mail_unreached' || code === 'mails_failing' ? SETTINGS : undefined
}
