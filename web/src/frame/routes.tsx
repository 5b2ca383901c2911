import { lazy } from 'react'

/** Every address of the page and its screen. A screen is a folder and comes when it is asked for. */
export const routes = [
  { path: '/inbox', screen: lazy(async () => ({ default: (await import('../screens/inbox/Inbox')).Inbox })) },
  { path: '/live', screen: lazy(async () => ({ default: (await import('../screens/live/Live')).Live })) },
  { path: '/s/:id/*?', screen: lazy(async () => ({ default: (await import('../screens/session/Session')).Session })) },
  { path: '/races', screen: lazy(async () => ({ default: (await import('../screens/race/Races')).Races })) },
  { path: '/race/:id', screen: lazy(async () => ({ default: (await import('../screens/race/RaceScreen')).RaceScreen })) },
  { path: '/history', screen: lazy(async () => ({ default: (await import('../screens/history/History')).History })) },
  { path: '/board', screen: lazy(async () => ({ default: (await import('../screens/board/Board')).Board })) },
  { path: '/t/:id', screen: lazy(async () => ({ default: (await import('../screens/board/TicketPage')).TicketPage })) },
  { path: '/rooms/*?', screen: lazy(async () => ({ default: (await import('../screens/rooms/Rooms')).Rooms })) },
  { path: '/r/:id', screen: lazy(async () => ({ default: (await import('../screens/rooms/Rooms')).Rooms })) },
  { path: '/term/:id?', screen: lazy(async () => ({ default: (await import('../screens/terminals/Terminals')).Terminals })) },
  { path: '/usage', screen: lazy(async () => ({ default: (await import('../screens/usage/Usage')).Usage })) },
  { path: '/settings/:section?', screen: lazy(async () => ({ default: (await import('../screens/settings/Settings')).Settings })) },
]
