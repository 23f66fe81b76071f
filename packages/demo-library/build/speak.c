/*
 * Speaks sentences with libespeak-ng and tells when each word begins.
 *
 *   speak VOICE RATE PITCH RANGE GAP   (words a minute, 0-100, 0-100, 10 ms units)
 *
 * Standard input: one sentence a line, UTF-8. Standard output, for each line: one line of JSON
 *   {"rate":22050,"samples":N,"words":[[position,length,milliseconds],...]}
 * (position from 1 and length in characters), then N samples, 16 bit, little endian, mono.
 */
#include <espeak-ng/speak_lib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static short *samples;
static size_t sample_count, sample_room;
static struct { int position, length, milliseconds; } words[4096];
static int word_count;

static int collect(short *wave, int count, espeak_EVENT *events) {
  for (espeak_EVENT *event = events; event->type != espeakEVENT_LIST_TERMINATED; event++) {
    if (event->type == espeakEVENT_WORD && event->text_position > 0 && word_count < 4096) {
      words[word_count].position = event->text_position;
      words[word_count].length = event->length;
      words[word_count].milliseconds = event->audio_position;
      word_count++;
    }
  }
  if (wave == NULL || count <= 0) return 0;
  if (sample_count + count > sample_room) {
    sample_room = (sample_count + count) * 2;
    samples = realloc(samples, sample_room * sizeof(short));
    if (samples == NULL) exit(3);
  }
  memcpy(samples + sample_count, wave, count * sizeof(short));
  sample_count += count;
  return 0;
}

int main(int argc, char **argv) {
  if (argc != 6) { fputs("usage: speak VOICE RATE PITCH RANGE GAP\n", stderr); return 2; }
  int rate = espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 200, NULL, espeakINITIALIZE_DONT_EXIT);
  if (rate <= 0) { fputs("eSpeak NG does not start\n", stderr); return 3; }
  if (espeak_SetVoiceByName(argv[1]) != EE_OK) { fprintf(stderr, "no voice %s\n", argv[1]); return 4; }
  espeak_SetSynthCallback(collect);
  espeak_SetParameter(espeakRATE, atoi(argv[2]), 0);
  espeak_SetParameter(espeakPITCH, atoi(argv[3]), 0);
  espeak_SetParameter(espeakRANGE, atoi(argv[4]), 0);
  espeak_SetParameter(espeakWORDGAP, atoi(argv[5]), 0);

  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  while ((length = getline(&line, &room, stdin)) > 0) {
    if (line[length - 1] == '\n') line[--length] = 0;
    sample_count = 0;
    word_count = 0;
    espeak_Synth(line, length + 1, 0, POS_CHARACTER, 0, espeakCHARS_UTF8, NULL, NULL);
    espeak_Synchronize();
    printf("{\"rate\":%d,\"samples\":%zu,\"words\":[", rate, sample_count);
    for (int i = 0; i < word_count; i++)
      printf("%s[%d,%d,%d]", i ? "," : "", words[i].position, words[i].length, words[i].milliseconds);
    puts("]}");
    fwrite(samples, sizeof(short), sample_count, stdout);
  }
  fflush(stdout);
  espeak_Terminate();
  return 0;
}
