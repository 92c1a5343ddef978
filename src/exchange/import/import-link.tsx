import { Link } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'

/** Leads to where the books of a file are imported. */
export const ImportLink = ({ className }: { className: string }) => (
  <Link to="/manager/import" className={className}>
    {m.import_action()}
  </Link>
)

/** The name of an import in the activity, which leads to its page. */
export const ImportName = ({ id, name }: { id: string; name: string }) => (
  <Link to="/manager/import/$id" params={{ id }} className="rounded-sm hover:text-accent hover:underline">
    <bdi className="font-semibold [overflow-wrap:anywhere]">{name}</bdi>
  </Link>
)
