import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { deviceWord } from '#base/i18n/device-word.ts'
import { formatDateTime } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { signInMethod } from '#base/i18n/sign-in-method.ts'
import { Button, buttonClass } from '#base/ui/button.tsx'
import type { NotMeState } from './not-me.schema.ts'
import { Form } from '#base/ui/form/form.tsx'

/** Where the mail about a sign-in leads: asks whether to refuse it. A native form, which works without script. */
export function NotMePage({ notice, about }: { notice: string; about: NotMeState }) {
  if (about.state === 'invalid')
    return (
      <Page title={m.not_me_invalid_title()} text={m.not_me_invalid_text()}>
        <ToSignIn />
      </Page>
    )
  if (about.state === 'done')
    return (
      <Page title={m.not_me_done_title()} text={m.not_me_done_text()}>
        <ToSignIn />
      </Page>
    )
  const { email, how, ip, at, timeZone } = about
  const facts = { email, way: signInMethod(how), device: deviceWord(about), ip, when: formatDateTime(at, timeZone) }
  return (
    <Page title={m.not_me_title()} text={m.not_me_text(facts)}>
      <p className="-mt-4 mb-8 text-pretty text-muted">{m.not_me_what()}</p>
      <Form isChanged={false} method="post" action="/login/not-me">
        <input type="hidden" name="notice" value={notice} />
        <Button type="submit" look="danger" className="min-h-12 w-full">
          {m.not_me_button()}
        </Button>
      </Form>
    </Page>
  )
}

function Page({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <main id="content" className="flex flex-col">
      <h1 className="text-[1.875rem] leading-tight">{title}</h1>
      <p className="mt-2.5 mb-8 text-pretty [overflow-wrap:anywhere] text-muted">{text}</p>
      {children}
    </main>
  )
}

const ToSignIn = () => (
  <Link to="/login" className={buttonClass('primary', 'min-h-12')}>
    {m.login_title()}
  </Link>
)
