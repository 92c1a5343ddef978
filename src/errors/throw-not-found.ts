import { notFound } from '@tanstack/react-router'
import { AppError } from './app-error.ts'

/** For `catch` in a loader: an error with status 404 shows the route's page for missing items, any other is thrown. */
export function throwNotFound(error: unknown): never {
  throw error instanceof AppError && error.status === 404 ? notFound() : error
}
