import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { formatDay, formatNumber } from '#base/i18n/format.ts'
import { getLocale, LANGUAGE_NAMES, locales, type Locale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { SelectField } from '#base/ui/form/select-field.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { PanelState } from '#base/ui/state/panel-state.tsx'
import { librarySettingsSchema, type LibraryDecisions } from '#kit/library-settings/library-settings.schema.ts'
import { SettingSwitch } from '#kit/library-settings/shared/setting-switch.tsx'
import { useLibraryForm } from '#kit/library-settings/shared/use-library-form.ts'
import { MailObstacleNote } from './mail-obstacle-note.tsx'
import { reminderJobQuery } from './mail.data.ts'
import type { ReminderJob } from './mail.schema.ts'

const schema = /* @__PURE__ */ z.pick(librarySettingsSchema, { reminderMails: true })

/** Asks for what the job would do; optional, the panel asks again. */
export const loadReminderPanel = ({ queryClient }: { queryClient: QueryClient }) =>
  queryClient.query(reminderJobQuery).catch(() => undefined)

/** On the page of settings, while the library lends: whether borrowers are reminded by mail. */
export const ReminderPanel = ({ library }: { library: LibraryDecisions }) =>
  library.lending && <ReminderSection library={library} />

function ReminderSection({ library: { reminderMails } }: { library: LibraryDecisions }) {
  const job = useQuery(reminderJobQuery)
  return (
    <Panel title={m.reminder_job_title()} className="mt-4">
      {job.data ? (
        <ReminderForm reminderMails={reminderMails} job={job.data} />
      ) : (
        <PanelState title={m.reminder_job_title()} query={job} />
      )}
    </Panel>
  )
}

const counted = (count: number) => ({ count, shown: formatNumber(count) })

function ReminderForm({ reminderMails, job }: Pick<LibraryDecisions, 'reminderMails'> & { job: ReminderJob }) {
  const { form, draft, change } = useLibraryForm(schema, { reminderMails })
  const set = (isOn: boolean, language: Locale) =>
    change({ reminderMails: isOn ? { since: reminderMails?.since ?? job.today, language } : null })
  const language = draft.reminderMails?.language ?? getLocale()
  return (
    <>
      <Form {...form.props} aria-label={m.reminder_job_title()} className="mt-1">
        <SettingSwitch
          label={m.reminder_job_switch()}
          hint={m.reminder_job_hint()}
          isOn={draft.reminderMails !== null}
          onChange={(isOn) => set(isOn, language)}
        />
        {draft.reminderMails !== null && (
          <SelectField
            label={m.reminder_job_language()}
            className="mt-3 max-w-md"
            value={language}
            options={locales.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            onChange={(value) => set(true, value)}
          />
        )}
        <div className="mt-3 grid max-w-prose gap-2">
          <MailObstacleNote obstacle={job.obstacle} />
          <p className="text-sm text-pretty text-muted">
            {reminderMails
              ? m.reminder_job_since({ day: formatDay(reminderMails.since) })
              : m.reminder_job_first(counted(job.first))}
          </p>
          {job.old > 0 && (
            <p className="text-sm text-pretty text-muted">
              {m.reminder_job_old(counted(job.old))}{' '}
              <Link to="/manager/letters" className="text-accent underline underline-offset-2">
                {m.letters_title()}
              </Link>
            </p>
          )}
        </div>
        <Button {...blockedInDemo} type="submit" look="second" isBusy={form.isBusy} className="mt-3">
          {m.noun_save()}
        </Button>
      </Form>
    </>
  )
}
