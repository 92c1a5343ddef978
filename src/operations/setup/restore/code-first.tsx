import { useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { TextField } from '#base/ui/form/text-field.tsx'

interface CodeFirstProps {
  problem: string | undefined
  isBusy: boolean
  onCode: (code: string) => void
}

/** Asks for the code of the set-up: who is not at this computer learns nothing of what is on it. */
export function CodeFirst({ problem, isBusy, onCode }: CodeFirstProps) {
  // The menu entry brings the code along.
  const [code, setCode] = useState(() => (typeof window === 'undefined' ? '' : window.location.hash.slice(1)))
  return (
    <Form
      isChanged={false}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== '') onCode(code.trim())
      }}
    >
      <p className="text-pretty text-muted">{m.setup_code_first()}</p>
      <TextField
        label={m.setup_code_label()}
        hint={m.setup_code_hint()}
        name="code"
        value={code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        dir="ltr"
        maxLength={40}
        error={problem}
        onChange={({ target }) => setCode(target.value)}
      />
      <Button type="submit" isBusy={isBusy} className="min-h-12 self-start max-sm:w-full">
        {m.setup_code_show()}
      </Button>
    </Form>
  )
}
