import { z } from 'zod'
import { NotificationRecord } from '../../contract/notification-record.ts'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import { defineOperation } from '../context.ts'
import { changeStatus } from './change-status.ts'
import { markReadIn } from './changes.ts'
import { NotificationId } from './id-input.ts'

export const markNotificationRead = defineOperation({
  name: 'mark_notification_read',
  title: 'Mark a notification read',
  description: 'Marks one notification as read and gives its record. Repeating it changes nothing.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'PATCH', path: '/notifications/:id/mark_read', errors: ['not_found'] },
  input: z.strictObject({ id: NotificationId }),
  output: NotificationRecord,
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4' },
  run: ({ id }, context) => changeStatus(context, id, markReadIn),
})
