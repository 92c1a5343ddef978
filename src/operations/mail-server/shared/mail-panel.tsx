import { useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { CountInput } from '#base/ui/form/inputs.tsx'
import { pastePlainLine } from '#base/ui/form/paste-plain-line.ts'
import { SelectField } from '#base/ui/form/select-field.tsx'
import { EmailField, TextField } from '#base/ui/form/text-field.tsx'
import { useForm } from '#base/ui/form/use-form.ts'
import { Panel } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { mailServerSchema, type MailServerInput, type MailSetting } from '../mail-server.schema.ts'
import { fixedBy } from '#kit/library-settings/shared/setting-switch.tsx'
import { removeMailServer, saveMailServer } from '../mail-server.data.ts'
import { useSavedToast } from '#kit/library-settings/shared/use-library-form.ts'

/** Where mails go. */
export const MailPanel = ({ variable, server }: MailSetting) => (
  <Panel id="mail" title={m.mail_title()} className="mt-4">
    {variable === null ? (
      <>
        <p className="mt-1 max-w-prose text-sm text-pretty text-muted">
          {server ? m.mail_state_on({ host: server.host }) : m.mail_state_none()}
        </p>
        <MailForm key={JSON.stringify(server)} server={server} />
      </>
    ) : (
      <p className="mt-1 text-sm text-muted">{fixedBy(variable)}</p>
    )}
  </Panel>
)

const PORTS = { tls: 465, starttls: 587, none: 25 }

/** Of a field whose text is no language. */
const TECHNICAL = {
  dir: 'ltr',
  autoCapitalize: 'none',
  autoComplete: 'off',
  spellCheck: false,
  onPaste: pastePlainLine,
} as const

const NONE = { sender: '', host: '', port: PORTS.tls, security: 'tls', user: '', hasPassword: false } as const

function MailForm({ server }: Pick<MailSetting, 'server'>) {
  const { hasPassword, ...known } = server ?? NONE
  const [draft, setDraft] = useState<MailServerInput>({ ...known, password: hasPassword ? null : '' })
  const toastSaved = useSavedToast()
  const form = useForm({
    schema: mailServerSchema,
    values: () => draft,
    save: (input) => toastSaved(saveMailServer({ data: input }), m.mail_saved()),
    failure: m.lending_not_saved(),
    wordOf: (field, { key }) => (field === 'host' && key === 'validation_invalid' ? m.mail_host() : undefined),
  })
  const change = (part: Partial<MailServerInput>) => {
    setDraft((before) => ({ ...before, ...part }))
    form.clear('sender', 'host', 'port', 'security', 'user', 'password')
  }
  const { problems, isBusy } = form
  return (
    <Form {...form.props} aria-label={m.mail_title()} className="mt-4 flex max-w-xl flex-col gap-4">
      <EmailField
        name="sender"
        label={m.mail_sender()}
        hint={m.mail_sender_hint()}
        error={problems.sender}
        autoComplete="off"
        value={draft.sender}
        onChange={({ target }) => change({ sender: target.value })}
      />
      <TextField
        name="host"
        label={m.mail_host_label()}
        hint={m.mail_host_hint()}
        error={problems.host}
        inputMode="url"
        {...TECHNICAL}
        value={draft.host}
        onChange={({ target }) => change({ host: target.value })}
      />
      <div className="flex flex-wrap gap-4">
        <SelectField
          className="flex-1 basis-56"
          label={m.mail_security()}
          error={problems.security}
          value={draft.security}
          options={[
            { value: 'tls', label: m.mail_security_tls() },
            { value: 'starttls', label: m.mail_security_starttls() },
            { value: 'none', label: m.mail_security_none() },
          ]}
          onChange={(security) =>
            // A port that was typed stays.
            change({ security, ...(draft.port === PORTS[draft.security] && { port: PORTS[security] }) })
          }
        />
        <CountInput
          name="port"
          label={m.mail_port()}
          value={draft.port}
          isOptional={false}
          error={problems.port}
          readOnly={isBusy}
          autoFocus={false}
          className="w-28"
          onChange={(port) => change({ port })}
        />
      </div>
      <TextField
        name="user"
        label={m.mail_user()}
        hint={m.mail_user_hint()}
        error={problems.user}
        {...TECHNICAL}
        value={draft.user}
        onChange={({ target }) => change({ user: target.value })}
      />
      <TextField
        name="password"
        type="password"
        label={m.mail_password()}
        hint={m.mail_password_hint()}
        error={problems.password}
        dir="ltr"
        autoComplete="new-password"
        placeholder={hasPassword ? m.mail_password_kept() : ''}
        value={draft.password ?? ''}
        onChange={({ target }) => change({ password: target.value === '' && hasPassword ? null : target.value })}
      />
      <div>
        <div className="flex flex-wrap gap-2">
          <Button {...blockedInDemo} type="submit" look="second" isBusy={isBusy} className="max-sm:grow">
            {m.mail_submit()}
          </Button>
          {server && <RemoveMailServer />}
        </div>
        <p className="mt-2 max-w-prose text-sm text-pretty text-muted">{m.mail_submit_hint()}</p>
      </div>
    </Form>
  )
}

/** No mail server any more, which the toast takes back. */
function RemoveMailServer() {
  const toastSaved = useSavedToast()
  const remove = useAction(() => toastSaved(removeMailServer(), m.mail_removed()), {
    failure: m.lending_not_saved(),
  })
  return (
    <Button
      {...blockedInDemo}
      look="second"
      isBusy={remove.isBusy}
      className="text-danger max-sm:grow"
      onClick={() => void remove.run()}
    >
      {m.mail_remove()}
    </Button>
  )
}
