import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'

export const Id = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\w-]+$/, 'must be an id of an earlier answer')

export const NotificationId = Id.describe('Id of the notification.')

export const UnreadCount = z.int().min(0).max(1e12).describe('Unread notifications of the account, now.')

export const FeedPlace = z.int().min(0).max(1e12)

export function noSuchNotification(): AppError {
  return new AppError('not_found', 'There is no such notification.')
}
