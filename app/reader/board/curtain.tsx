import { type PointerEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { clampCurtain } from "./board-keys";

/**
 * Covers the page from a line on, which is moved by drawing it, by pressing where it should be, and by the arrow keys.
 * @param open share of the window above the curtain, 0 to 1
 */
export function Curtain({ open, onOpen }: { open: number; onOpen(open: number): void }) {
  const { t } = useTranslation("reader");
  const isDrawn = useRef(false);
  const draw = ({ clientY }: PointerEvent) => onOpen(clampCurtain(clientY / window.innerHeight));
  return (
    <div
      className="fixed inset-x-0 bottom-0 z-30 touch-none bg-[#1c2430]"
      style={{ top: `${open * 100}%` }}
      onPointerDown={(event) => {
        isDrawn.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        draw(event);
      }}
      onPointerMove={(event) => isDrawn.current && draw(event)}
      onPointerUp={() => {
        isDrawn.current = false;
      }}
      onPointerCancel={() => {
        isDrawn.current = false;
      }}
    >
      {/* The keys are those of the whole board. */}
      <div
        role="slider"
        tabIndex={0}
        aria-label={t("board.curtain")}
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(open * 100)}
        className="absolute inset-x-0 -top-6 flex h-12 cursor-row-resize items-center focus-visible:outline-3 focus-visible:outline-focus"
      >
        <span className="mx-auto h-2 w-32 rounded-full border border-[#1c2430] bg-[#fbf8f3]" />
      </div>
    </div>
  );
}
