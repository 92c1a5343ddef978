let find: () => string | undefined = () => undefined

/** Tells who is signed in on this page. Apart from the rest, since every page loads it. */
export function setPagePerson(findPerson: () => string | undefined): void {
  find = findPerson
}

/** Id of the person of this page; undefined for nobody. */
export const pagePerson = (): string | undefined => find()
