import { Link } from '@tanstack/react-router'

/** The name of a borrower, which leads to their page. */
export const BorrowerLink = ({ id, name }: { id: string; name: string }) => (
  <Link to="/manager/borrowers/$id" params={{ id }} className="hover:text-accent hover:underline">
    <bdi>{name}</bdi>
  </Link>
)
