import type { Position } from "~/epub/progress";

/**
 * Broadcasts to the page of an opening that another device or tab has stored a position in its book, since any tab may
 * send the queued entries.
 */

const channelName = "fabel-places-elsewhere";

type PlaceElsewhere = { opening: string; position: Position };

export function broadcastPlaceElsewhere(place: PlaceElsewhere): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(place);
  channel.close();
}

/** @returns function that removes the listener */
export function onPlaceElsewhere(opening: string, onPosition: (position: Position) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<PlaceElsewhere>) => {
    if (data.opening === opening) onPosition(data.position);
  };
  return () => channel.close();
}
