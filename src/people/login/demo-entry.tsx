import { m } from '#base/i18n/paraglide/messages.js'
import type { SentForm } from '#base/errors/sent-form.ts'
import { Button } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { FieldNote } from '#base/ui/form/text-field.tsx'
import { useProblem } from '#base/ui/form/use-problem.tsx'

/** Sign-in as the demo's manager or reader: native forms, no script needed. */
export function DemoEntry({ redirect, sent }: { redirect: string | undefined; sent: SentForm | null }) {
  const { text: problem } = useProblem(sent)
  return (
    <Form isChanged={false} method="post" action="/login/demo" className="flex flex-col gap-3">
      <p className="mt-2.5 mb-5 text-pretty text-muted">{m.login_demo_intro()}</p>
      {redirect && <input type="hidden" name="redirect" value={redirect} />}
      <Button type="submit" name="person" value="manager" className="min-h-12">
        {m.login_demo_manager()}
      </Button>
      <Button type="submit" name="person" value="reader" look="second" className="min-h-12">
        {m.login_demo_reader()}
      </Button>
      <FieldNote id="demo-note" error={problem} />
    </Form>
  )
}
