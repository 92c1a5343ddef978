import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { copyText } from '#base/ui/copy-text.ts'
import { FieldNote } from '#base/ui/form/text-field.tsx'
import { useProblem } from '#base/ui/form/use-problem.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { PanelState } from '#base/ui/state/panel-state.tsx'
import { Skeleton } from '#base/ui/state/skeleton.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { invitationTextQuery } from '../user.data.ts'

/** For an unverified user of a library that sends no mail: the invitation, to be copied and passed on. */
export function UserInvitationText({ id, email }: { id: string; email: string }) {
  const query = useQuery(invitationTextQuery(id))
  const { data } = query
  const shown = useRef<HTMLParagraphElement>(null)
  const problem = useProblem()
  const copy = useAction((text: string) => copyText(text, shown.current), {
    problem,
    onRefused: () => {
      problem.say(m.account_version_copy_failed())
      return true
    },
    success: m.user_invite_copied(),
  })
  return (
    <div className="mt-4 rounded-md border border-warning px-4 py-3">
      <p className="flex items-start gap-2.5 text-sm font-medium">
        <Icon name="alert" className="mt-px size-5 text-warning" />
        <span className="min-w-0 break-words">{m.user_invite_copy_intro({ email })}</span>
      </p>
      {data ? (
        <>
          <p
            ref={shown}
            dir="auto"
            className="mt-3 rounded-md bg-surface px-3.5 py-3 text-sm [overflow-wrap:anywhere] whitespace-pre-wrap"
          >
            {data.text}
          </p>
          {data.isLocal && (
            <p className="mt-2 text-sm text-muted">{m.user_invite_local({ button: m.devices_open() })}</p>
          )}
          <FieldNote id="invitation-note" error={problem.text} />
          <Button look="second" className="mt-3" onClick={() => void copy.run(data.text)}>
            {m.user_invite_copy()}
          </Button>
        </>
      ) : (
        <PanelState title={m.error_FAILED_TO_RETRIEVE_INVITATION()} query={query}>
          <Skeleton className="mt-3 h-32" />
        </PanelState>
      )}
    </div>
  )
}
