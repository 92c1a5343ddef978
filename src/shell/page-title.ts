interface TitleContext {
  settings: { hint: { name: string | null; emoji: string | null } }
}

/** The page's title: the environment's emoji or name, the page, the product (section 1 of the specification). */
export function pageTitle(page: string, { settings }: TitleContext): string {
  const prefix = settings.hint.emoji ?? settings.hint.name
  return `${prefix ? `${prefix} ` : ''}${page} · Maktaba`
}
