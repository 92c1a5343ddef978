/** An address that reaches somebody; undefined for one that ends in `.example` (RFC 2606), as the default does. */
export const reachableAddress = (email: string): string | undefined => (email.endsWith('.example') ? undefined : email)
