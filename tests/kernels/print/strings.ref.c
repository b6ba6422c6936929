/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[3001];
    memset(text, 'x', 3000);
    text[3000] = '\0';
    printf("%s|\n", text);
    printf("%.2999s|%.2s|%5.3s|%-5.3s|\n", text, text, text, text);
    printf("%3100.2500s|\n", text);
    printf("%-3100.2500s|%40s|%-40s|\n", text, "right", "left");
    printf("%d", 7); /* what stands before the conversion that is none */
    printf("\n");
    printf("%d %d %d\n", -1, -1, 0);
    return 0;
}
