import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/client'
import type { Room, RoomMember } from '../../api/generated'
import { queries } from '../../api/queries'
import { NOTHING_YET, RoomFeed, type RoomNow } from '../../stream/room'
import { createStore, useStore } from '../../ui/store'
import type { StatusWord } from '../../ui/Status'

export const MODES = { free: 'talks freely', review: 'reviews a change', estimate: 'estimates', debate: 'debates' } as const
export type Mode = keyof typeof MODES

export function useRooms() {
  return useQuery({ queryKey: ['rooms'], queryFn: ({ signal }) => call('listRooms', { signal }), staleTime: 0, refetchOnWindowFocus: true })
}

export function useAgents() {
  return useQuery({ queryKey: ['agents'], queryFn: ({ signal }) => call('listAgents', { signal }), staleTime: 0 })
}

export function useTemplates() {
  return useQuery({ queryKey: ['room-templates'], queryFn: ({ signal }) => call('listRoomTemplates', { signal }) })
}

const NO_ROOM = createStore<RoomNow>(NOTHING_YET)

/** Follows a room as long as it is shown. */
export function useRoom(name: string): RoomNow {
  const [feed, setFeed] = useState<RoomFeed>()
  useEffect(() => {
    // The socket is no part of React: it is told which room is on the screen.
    const next = new RoomFeed(name)
    setFeed(next)
    return () => next.close()
  }, [name])
  const now = useStore(feed?.name === name ? feed.store : NO_ROOM)
  const { state, lastMessage } = now.room ?? {}
  useEffect(() => { void queries.invalidateQueries({ queryKey: ['rooms'] }) }, [state, lastMessage])
  return now
}

export function roomPath(name: string): string {
  return `/r/${encodeURIComponent(name)}`
}

const ROOM_WORDS: Record<Room['state'], StatusWord> = { idle: 'idle', running: 'working', paused: 'paused' }

export function statusOfRoom(room: Room): StatusWord {
  return ROOM_WORDS[room.state]
}

const STOPPED = ['It was stopped.', 'A person stopped it.']

/** What a member does, or how its last turn ended. */
export function doingOf(member: RoomMember, now: RoomNow): { word: StatusWord; label: string } {
  const tool = now.calling.get(member.name)
  if (member.state === 'writing') return { word: 'working', label: 'typing' }
  if (member.state === 'calling') return { word: 'working', label: tool ? `calls ${tool}` : 'calls a tool' }
  if (member.state === 'thinking') return { word: 'working', label: 'thinking' }
  if (member.state === 'waiting') return { word: 'working', label: 'its turn' }
  for (let at = now.messages.length - 1; at >= 0; at--) {
    const message = now.messages[at]!
    if (message.agent === member.name) return STOPPED.some(why => message.text.endsWith(`: ${why}`)) ? { word: 'idle', label: 'stopped' } : { word: 'failed', label: 'failed' }
    if (message.author === member.name) return { word: 'idle', label: message.kind === 'pass' ? 'passed' : 'idle' }
  }
  return { word: 'idle', label: 'idle' }
}
