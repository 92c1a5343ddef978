import { useNavigate } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import type { BorrowerSelection } from '#lending/borrower/borrower.slots.ts'
import { useChooseForAccounts } from './class-account.data.ts'

/** Among what can be done to the selected borrowers: the way to their accounts and sign-in cards. */
export function AccountsOfSelected({ selection, found }: BorrowerSelection) {
  const navigate = useNavigate()
  const choose = useChooseForAccounts()
  const ids = [...selection.marked.keys()]
  return (
    <Button
      look="second"
      className="max-sm:px-3"
      onClick={() => {
        choose(selection.isAll ? { filter: found.filter, except: ids } : { ids })
        void navigate({ to: '/manager/borrowers/accounts' })
      }}
    >
      {m.class_account_title()}
    </Button>
  )
}
