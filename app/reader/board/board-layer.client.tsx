import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import { ownLanguageName } from "~/reader/settings/own-language-name";
import { Button } from "~/ui/button";
import { type BoardAction, boardActionOf, clampCurtain, curtainStep } from "./board-keys";
import { Curtain } from "./curtain";
import { listenOnPages } from "./listen-on-pages";
import { useFullScreen } from "./use-full-screen";
import { useTwoVoices } from "./use-two-voices";

const pressed = "aria-pressed:border-primary aria-pressed:bg-primary-tint";

/** The page for a board in front of a class. docs/product/reader.md#board. */
export default function BoardLayer() {
  const { controller, board } = useReader();
  if (!controller || !board) return null;
  return <Board controller={controller} leave={board.set} />;
}

function Board({ controller, leave: set }: { controller: ReaderController; leave(isOn: boolean): void }) {
  const { t } = useTranslation("reader");
  const { chrome, send } = useReader();
  const [isBlack, setBlack] = useState(false);
  const [hasPointer, setPointer] = useState(true);
  /** Share of the window that the curtain leaves open; null without a curtain. */
  const [curtain, setCurtain] = useState<number | null>(null);
  const voices = useTwoVoices();
  const leave = useCallback(() => set(false), [set]);

  useFullScreen(leave);
  useEffect(() => {
    const show = (isOnBoard: boolean) => {
      controller.setOnBoard(isOnBoard);
    };
    show(true);
    return () => show(false);
  }, [controller]);
  const act = (action: BoardAction) => {
    const move = (by: number) => setCurtain((open) => (open === null ? null : clampCurtain(open + by)));
    if (action === "leave") leave();
    else if (action === "black") setBlack(true);
    else if (action === "light") setBlack(false);
    else if (action === "pointer") setPointer((isOn) => !isOn);
    else if (action === "curtain") setCurtain((open) => (open === null ? 0 : null));
    else if (action === "curtain_down") move(curtainStep);
    else if (action === "curtain_up") move(-curtainStep);
    else if (action === "voice") voices.change();
  };
  useBoardKeys(controller, (event) => {
    // A panel over the board closes first.
    if (event.key === "Escape" && chrome.drawer !== null) return;
    const action = boardActionOf(event, { isBlack, isCurtainDrawn: curtain !== null });
    if (!action || isTyped(event)) return;
    event.preventDefault();
    event.stopPropagation();
    act(action);
  });

  return (
    <>
      {curtain !== null && <Curtain open={curtain} onOpen={setCurtain} />}
      {hasPointer && <Pointer controller={controller} />}
      <div
        role="toolbar"
        aria-label={t("command.board")}
        data-shown={chrome.areBarsShown || undefined}
        className="fixed inset-x-0 bottom-4 z-40 mx-auto flex w-fit max-w-[calc(100%-2rem)] flex-wrap justify-center gap-2 rounded-card border border-line bg-raised p-2 text-ink opacity-0 shadow-high transition-opacity not-data-shown:pointer-events-none has-focus-visible:opacity-100 data-shown:opacity-100"
        // A button pressed with the mouse keeps the focus and must not keep the buttons over the page.
        onFocus={({ target }) => target.matches(":focus-visible") && send({ type: "held", by: "board" })}
        onBlur={() => send({ type: "released", by: "board" })}
      >
        <Button
          type="button"
          className={pressed}
          aria-pressed={hasPointer}
          aria-keyshortcuts="p"
          onClick={() => act("pointer")}
        >
          {t("board.pointer")}
        </Button>
        <Button
          type="button"
          className={pressed}
          aria-pressed={curtain !== null}
          aria-keyshortcuts="c"
          onClick={() => act("curtain")}
        >
          {t("board.curtain")}
        </Button>
        {voices.other !== null && (
          <Button type="button" aria-keyshortcuts="v" onClick={() => act("voice")}>
            {t("board.voice", { language: ownLanguageName(voices.other) })}
          </Button>
        )}
        <Button type="button" aria-keyshortcuts="." onClick={() => act("black")}>
          {t("board.black")}
        </Button>
        <Button type="button" variant="primary" aria-keyshortcuts="Escape" onClick={leave}>
          {t("board.leave")}
        </Button>
      </div>
      <Message text={t("board.entered")} />
      <p role="status" className="sr-only">
        {voices.hasChanged && t("board.voice_now", { language: ownLanguageName(voices.now) })}
      </p>
      {isBlack && (
        <button
          type="button"
          aria-label={t("board.light")}
          className="fixed inset-0 z-50 cursor-none bg-black"
          onClick={() => setBlack(false)}
        />
      )}
    </>
  );
}

/** Whether a key is typed into a field. */
function isTyped({ target }: KeyboardEvent): boolean {
  const element = target as Element | null;
  return element?.nodeType === 1 && element.closest("input, textarea, select, [contenteditable=true]") !== null;
}

/** Key presses in the page and in the book's documents, before the reader's own. */
function useBoardKeys(controller: ReaderController, press: (event: KeyboardEvent) => void): void {
  const latest = useRef(press);
  latest.current = press;
  useEffect(
    () => listenOnPages(controller, "keydown", (event) => latest.current(event), { capture: true }),
    [controller],
  );
}

/** A large dot that follows the mouse or the finger. It is moved without rendering, and lies over nothing that can be pressed. */
function Pointer({ controller }: { controller: ReaderController }) {
  const dot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const move = ({ clientX, clientY }: PointerEvent, frame: HTMLIFrameElement | null) => {
      if (dot.current) place(dot, clientX, clientY, frame);
    };
    const stop = (["pointermove", "pointerdown"] as const).map((type) =>
      listenOnPages(controller, type, move, { capture: true, passive: true }),
    );
    return () => {
      for (const each of stop) each();
    };
  }, [controller]);
  return (
    <div
      ref={dot}
      data-board-pointer=""
      aria-hidden
      className="pointer-events-none invisible fixed top-0 left-0 z-45 -mt-6 -ml-6 size-12 rounded-full border-4 border-[#ffffff] bg-[#ff2d2d]/75 outline-2 outline-[#14181f] shadow-high"
    />
  );
}

/** Documents of fixed pages are drawn scaled. */
function place(dot: RefObject<HTMLDivElement>, x: number, y: number, frame: HTMLIFrameElement | null): void {
  const box = frame?.getBoundingClientRect();
  const scale = box && frame && frame.offsetWidth > 0 ? box.width / frame.offsetWidth : 1;
  const [left, top] = box ? [box.left + x * scale, box.top + y * scale] : [x, y];
  if (!dot.current) return;
  dot.current.style.transform = `translate(${left}px, ${top}px)`;
  dot.current.style.visibility = "visible";
}

/** Milliseconds that the message of the board is shown. */
const messageTime = 5000;

/** Says at the beginning how the board is left. */
function Message({ text }: { text: string }) {
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), messageTime);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p
      role="status"
      className={
        isShown
          ? "pointer-events-none fixed inset-x-0 top-4 z-40 mx-auto w-fit max-w-[calc(100%-2rem)] rounded-card border border-line bg-raised px-4 py-2 text-18 text-ink shadow-high"
          : "sr-only"
      }
    >
      {text}
    </p>
  );
}
