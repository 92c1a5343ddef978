import { notFound } from '@tanstack/react-router'
import { AppError } from './app-error.ts'

/**
 * For `catch` in a loader: an error with status 404 shows the route's page for missing items, any other is thrown. With a
 * `title` the page has it in place of the route's own (`titleHead`).
 */
export function throwNotFound(error: unknown, title?: string): never {
  throw error instanceof AppError && error.status === 404 ? notFound({ data: { title } }) : error
}
